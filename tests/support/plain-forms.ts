import type { Browser } from './http-browser.ts';

const ORIGIN = 'http://localhost';

/** Where a plain form goes, and headers that differ. */
export interface PlainFormTarget {
  path?: string;
  headers?: Record<string, string>;
}

/** Sends a plain form as a browser without JavaScript does. */
export async function sendPlainForm(
  browser: Browser,
  fields: Record<string, string>,
  { path = '/', headers = {} }: PlainFormTarget,
): Promise<Response> {
  const body = new URLSearchParams({ csrf_token: await browser.token(), ...fields }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN, ...headers };
  return browser.send(path, { method: 'POST', body, headers: form });
}
