// Requests by the service worker itself, even when no page is open.
import { fromErrorResponse, offlineError } from '#lib/client/http/api-error.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';

// Browsers end an event's handler after some minutes.
const TIMEOUT_MS = 120_000;

const tokenBody = hasKeys<{ token: string }>('token');

/** @param path below /api @throws ApiError */
export async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`/api/${path}`, { ...init, signal }).catch((error: unknown) => {
    throw offlineError(error);
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw fromErrorResponse(response, body);
  return body;
}

/** The header that every unsafe method needs. @throws ApiError */
export async function csrfHeader(headers: HeadersInit = {}): Promise<{ 'x-csrf-token': string }> {
  const { token } = tokenBody.parse(await request('token/csrf', { headers }));
  return { 'x-csrf-token': token };
}
