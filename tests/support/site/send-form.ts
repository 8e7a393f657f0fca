import type { Browser } from './http-browser.ts';

const ORIGIN = 'http://localhost';

/**
 * Submits a plain form like a browser without JavaScript.
 * @param path of the form's page
 * @param headers override the browser's
 */
export async function sendForm(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({ csrf_token: await browser.token(), ...fields }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN, ...headers };
  return browser.send(path, { method: 'POST', body, headers: form });
}

/** The status and target of a redirect. */
export const redirectOf = ({ status, headers }: Response) => [status, headers.get('location')];

/** The status and code of an error. */
export const codeOf = async (response: Response) => [response.status, (await response.json()).code];
