// Scans the responses of all reading calls for forbidden texts.

import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { bearer } from '#tests/support/nouns/notification-requests.ts';

import type { Browser } from './http-browser.ts';

/** The reading calls, with each of these ids as parameter. */
export const readCalls = (ids: string[]): string[] =>
  API_CALLS.filter(({ method }) => method === 'GET')
    .flatMap(({ path }) =>
      path.includes(':') ? ids.map((id) => path.replace(/:\w+/, id)) : [path],
    )
    .map((path) => `/api${path}`);

/**
 * @param responded receives the calls that respond with 200; others return no data anyway
 * @returns the calls whose responses contain one of the texts
 */
export async function findIn(
  browser: Browser,
  calls: string[],
  texts: string[],
  responded = new Set<string>(),
): Promise<string[]> {
  const found: string[] = [];
  const headers = await bearer(browser);
  for (const call of calls) {
    const { status, body: content } = await browser.get(call, headers);
    if (status === 429 || status >= 500) throw new Error(`${call}: ${status}`);
    if (status === 200) responded.add(call);
    const body = JSON.stringify(content);
    if (texts.some((text) => body.includes(text))) found.push(call);
  }
  return found;
}
