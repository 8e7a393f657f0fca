import type { Browser } from './http-browser.ts';

const ORIGIN = 'http://localhost';

/**
 * Sends a plain form as a browser without JavaScript does.
 * @param path of the form's page
 * @param headers that replace those of a browser
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

/** @returns the status of a redirect, and where it leads */
export const redirectOf = ({ status, headers }: Response) => [status, headers.get('location')];

/** @returns the status of an error, and its code */
export const codeOf = async (response: Response) => [response.status, (await response.json()).code];
