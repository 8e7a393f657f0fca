// A client of the API that @hey-api/openapi-ts generates from its document, as others would.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { createClient } from '@hey-api/openapi-ts';
import { onTestFinished } from 'vitest';

const CACHE = resolve(import.meta.dirname, '../../../.cache');

/** What a generated function returns. */
interface Result {
  data?: { data?: Record<string, unknown>; token?: string };
  error?: { code: string };
  response: Response;
}

/** A generated function. */
type Call = (options?: object) => Promise<Result>;

/** How a request is signed: the generated client asks for each way that the document names. */
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

/** What is generated. */
export interface GeneratedApi {
  calls: Record<string, Call>;
  createClient: (config: ClientConfig) => object;
}

/** Generates a client of a running server, which is deleted after the test. */
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

/** @returns `fetch` with cookies, as a browser or an app has it */
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

/** @returns a client with cookies, which fetches the tokens that calls need besides */
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

/** @returns a client with a personal access token, and nothing else */
export const clientWithToken = (api: GeneratedApi, origin: string, token: string): object =>
  api.createClient({
    baseUrl: origin,
    auth: ({ key }) => (key === 'personalToken' ? token : undefined),
  });
