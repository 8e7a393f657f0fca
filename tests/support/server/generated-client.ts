// An API client generated from the document by @hey-api/openapi-ts, as third parties would.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { createClient } from '@hey-api/openapi-ts';
import { onTestFinished } from 'vitest';

const CACHE = resolve(import.meta.dirname, '../../../.cache');

/** The result of a generated function. */
interface Result {
  data?: { data?: Record<string, unknown>; token?: string };
  error?: { code: string };
  response: Response;
}

/** A generated function. */
type Call = (options?: object) => Promise<Result>;

/** A security scheme of the document, for which the generated client requests credentials. */
interface Scheme {
  key?: string;
  name?: string;
}

interface ClientConfig {
  baseUrl: string;
  auth: (scheme: Scheme) => string | undefined | Promise<string | undefined>;
  headers?: Record<string, string>;
  fetch?: (request: Request) => Promise<Response>;
}

/** The generated module. */
export interface GeneratedApi {
  calls: Record<string, Call>;
  createClient: (config: ClientConfig) => object;
}

/** Generates a client of a running server, and deletes it after the test. */
export async function generateClient(origin: string): Promise<GeneratedApi> {
  const input = await (await fetch(`${origin}/api/openapi.json`)).json();
  await mkdir(CACHE, { recursive: true });
  const path = await mkdtemp(join(CACHE, 'generated-client-'));
  onTestFinished(() => rm(path, { recursive: true }));
  await createClient({
    input,
    output: path,
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  const [calls, client] = await Promise.all([
    import(join(path, 'sdk.gen.ts')) as Promise<GeneratedApi['calls']>,
    import(join(path, 'client/index.ts')) as Promise<Pick<GeneratedApi, 'createClient'>>,
  ]);
  return { calls, createClient: client.createClient };
}

/** `fetch` with a cookie jar, like a browser's or an app's. */
function fetchWithCookies(): (request: Request) => Promise<Response> {
  const cookies = new Map<string, string>();
  return async (request) => {
    request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
}

/** A client with cookies, which also gets the CSRF tokens that calls need. */
export function clientWithCookies(api: GeneratedApi, origin: string): object {
  const client: object = api.createClient({
    baseUrl: origin,
    headers: { 'sec-fetch-site': 'same-origin' },
    fetch: fetchWithCookies(),
    auth: async ({ key, name }) => {
      const call = name === 'x-csrf-token' ? 'getTokenCsrf' : 'getTokenAccess';
      if (name !== 'x-csrf-token' && key !== 'accessToken') return undefined;
      return (await api.calls[call]?.({ client }))?.data?.token;
    },
  });
  return client;
}

/** A client that only has a personal access token. */
export const clientWithToken = (api: GeneratedApi, origin: string, token: string): object =>
  api.createClient({
    baseUrl: origin,
    auth: ({ key }) => (key === 'personalToken' ? token : undefined),
  });
