import { vi } from 'vitest';

const HERE = 'http://here.test';

/** A request that the stubbed `fetch` received. */
export interface RecordedRequest {
  method: string;
  path: string;
  token: string | null;
  /** the viewer of the sending page */
  viewer: string | null;
}

/** Stubs the browser's globals that Node lacks, for tests of `lib/client`. */
export function stubBrowserGlobals(): void {
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
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  });
}

/**
 * Replaces `fetch`. CSRF tokens are t1, t2, …
 * @param respond returns the response to any other request
 * @returns the requests received so far
 */
export function stubFetch(
  respond: (recorded: RecordedRequest) => Response | Promise<Response>,
): RecordedRequest[] {
  const calls: RecordedRequest[] = [];
  let tokens = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    const { method, headers } = request;
    const token = headers.get('x-csrf-token');
    const recorded = { method, path, token, viewer: headers.get('x-viewer-id') };
    calls.push(recorded);
    return path === '/api/token/csrf'
      ? Response.json({ token: `t${(tokens += 1)}` })
      : respond(recorded);
  });
  return calls;
}
