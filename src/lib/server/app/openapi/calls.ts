import * as z from 'zod/mini';

import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { hashContent, matchesEtag } from '#lib/server/platform/http/response-headers.ts';

import { buildDocument } from './build-document.ts';

const TYPE = { 'content-type': 'application/json; charset=utf-8' };
const FRESHNESS = { 'cache-control': 'public, max-age=3600' };

/** The serialized document; it changes only with a new release. */
interface Stored {
  text: string;
  etag: string;
}

/**
 * The call that responds with the OpenAPI document.
 * @param list the calls of all nouns, including this one
 */
export function documentCalls(list: () => Record<string, Calls>): Calls {
  let stored: Stored | undefined;
  const store = (): Stored => {
    const text = JSON.stringify(buildDocument(list()));
    return { text, etag: `"${hashContent(text)}"` };
  };
  return {
    'GET /openapi.json': call({
      summary: 'Read this document',
      token: true,
      access: 'open',
      response: z.looseObject({ openapi: z.string() }),
      isBare: true,
      run: (_ctx, _input, c) => {
        stored ??= store();
        const headers = { ...FRESHNESS, etag: stored.etag };
        return matchesEtag(c.req.header('if-none-match'), stored.etag)
          ? c.body(null, 304, headers)
          : c.body(stored.text, 200, { ...TYPE, ...headers });
      },
    }),
  };
}
