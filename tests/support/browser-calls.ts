import { vi } from 'vitest';

const HERE = 'http://here.test';

/** A call as the network saw it. */
export interface Seen {
  method: string;
  path: string;
  token: string | null;
  /** whose page it came from */
  viewer: string | null;
}

/** What a browser has and Node has not, for tests of `lib/client`. */
export function standInForBrowser(): void {
  class HereRequest extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, HERE) : input, init);
    }
  }
  vi.stubGlobal('Request', HereRequest);
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { cookie: '', querySelector: () => null }),
  );
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  });
}

/**
 * Answers calls instead of the network; tokens are given out as t1, t2, …
 * @param answer what any call but the token's gets
 * @returns the calls, as they come
 */
export function answerCalls(answer: (seen: Seen) => Response | Promise<Response>): Seen[] {
  const calls: Seen[] = [];
  let tokens = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    const { method, headers } = request;
    const token = headers.get('x-csrf-token');
    const seen = { method, path, token, viewer: headers.get('x-viewer-id') };
    calls.push(seen);
    return path === '/api/token/csrf'
      ? Response.json({ token: `t${(tokens += 1)}` })
      : answer(seen);
  });
  return calls;
}
