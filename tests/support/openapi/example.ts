import { ALL_CALLS } from '#lib/server/app/calls.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { bearer } from '#tests/support/nouns/notification-requests.ts';
import type { ApiResponse, Browser } from '#tests/support/site/http-browser.ts';

/** The request of an example. */
export interface Example {
  /** the sender: staff, or the member by default */
  as?: Browser;
  ids?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** Makes an example right before it is sent. */
export type Make = () => Example | Promise<Example>;

/** Sends a request of a call, e.g. `GET /web/appointments/:id`, with new ids unless the example has some. */
export async function sendExample(
  call: string,
  as: Browser,
  { ids = {}, query = '', body }: Example,
): Promise<ApiResponse> {
  const [method = '', path = ''] = call.split(' ');
  const url = `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? newId())}${query}`;
  const isBearer = ALL_CALLS[call]?.access === 'accessToken' && as.cookies.has('session');
  const headers = isBearer ? await bearer(as) : {};
  return method === 'GET' ? as.get(url, headers) : as.change(method, url, body, headers);
}
