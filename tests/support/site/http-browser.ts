import type { Hono } from 'hono';

import type { ErrorBody } from '#lib/contract/error-codes.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { noteErrors } from '#tests/support/openapi/seen-errors.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line no-explicit-any -- the tests look into responses of every shape
  body: Record<string, any>;
}

/** @throws Error unless the response is successful, for the setup of tests */
export function requireOk(response: ApiResponse): ApiResponse {
  if (response.status >= 300)
    throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}

/** Reads the body of a response. */
export async function readResponse(response: Response): Promise<ApiResponse> {
  // Preserves a byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : { text },
  };
}

/** An HTTP client like a browser: it stores cookies, sends its origin and fetches CSRF tokens. */
export class Browser {
  readonly #app: Hono<Env>;
  readonly #origin: string;
  readonly cookies = new Map<string, string>();

  constructor(app: Hono<Env>, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  /** Sends a request with only the cookies added. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('host')) headers.set('host', new URL(this.#origin).host);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie && !headers.has('cookie')) headers.set('cookie', cookie);
    const response = await this.#app.request(`${this.#origin}${path}`, { ...init, headers });
    for (const set of response.headers.getSetCookie()) this.#storeCookie(set);
    return response;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.#call(path, { headers });
  }

  /** Requests a new CSRF token. */
  async token(): Promise<string> {
    return (await this.get('/api/token/csrf')).body['token'];
  }

  /**
   * Sends a request like the site's pages.
   * @param body a form, or a value sent as JSON
   */
  async change(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = body instanceof FormData ? new Response(body) : Response.json(body ?? {});
    const bytes = await sent.arrayBuffer();
    return this.#call(path, {
      method,
      body: bytes,
      headers: {
        'content-length': String(bytes.byteLength),
        origin: this.#origin,
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': await this.token(),
        'content-type': sent.headers.get('content-type') ?? '',
        ...headers,
      },
    });
  }

  /** Sends a body as it is. */
  async sendBytes(method: string, path: string, body: Uint8Array<ArrayBuffer>, type: string) {
    const headers = {
      'content-length': String(body.byteLength),
      origin: this.#origin,
      'x-csrf-token': await this.token(),
      'content-type': type,
    };
    return this.#call(path, { method, body, headers });
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.change('POST', path, body, headers);
  }

  async #call(path: string, init: RequestInit): Promise<ApiResponse> {
    const response = await readResponse(await this.send(path, init));
    if (response.status >= 400 && response.body['code'])
      noteErrors(init.method ?? 'GET', path, response.body as ErrorBody);
    return response;
  }

  #storeCookie(set: string): void {
    const [pair = ''] = set.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0/i.test(set)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
