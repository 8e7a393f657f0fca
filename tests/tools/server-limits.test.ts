// The operations document lists the limits in the server's code.
import { expect, test } from 'vitest';

import { CHUNK_BYTES, SMALL_CHUNKS } from '#lib/server/platform/http/guard/guarded-request.ts';
import { MAX_IN_FLIGHT } from '#lib/server/platform/http/guard/in-flight-requests.ts';
import { BODY_MS, UPLOAD_MS } from '#lib/server/platform/http/guard/request-body.ts';
import {
  HEADER_TIMEOUT_MS,
  MAX_CONNECTIONS,
  MAX_HEADER_BYTES,
  MAX_REQUESTS_PER_CONNECTION,
  STALL_MS,
} from '#lib/server/platform/http/guard/server.ts';
import { MAX_DEPTH } from '#lib/server/platform/http/parse-request.ts';
import { MAX_MEMORY_BYTES } from '#lib/server/platform/images/limits.ts';
import { MIN_FREE_BYTES } from '#lib/server/platform/storage/disk-store.ts';
import { readOperationsTable } from '#tests/support/server/operations-table.ts';

const seconds = (ms: number) => `${ms / 1000} seconds`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;
const kilobytes = (bytes: number) => `${bytes / 1024} KB`;
const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;
const thousands = (count: number) => count.toLocaleString('en');

const { connection, network, server, polls } = MAX_IN_FLIGHT;
const ROWS: [what: string, limit: string][] = [
  [
    'requests in flight on a connection, of a network, of the server; polls',
    `${connection}, ${network}, ${server}; ${thousands(polls)}`,
  ],
  [
    'connections of a network, of the server',
    Object.values(MAX_CONNECTIONS).map(thousands).join(', '),
  ],
  ['requests of a connection', thousands(MAX_REQUESTS_PER_CONNECTION)],
  ['headers of a request', `${kilobytes(MAX_HEADER_BYTES)}, in ${seconds(HEADER_TIMEOUT_MS)}`],
  ['time for a body; with files', `${seconds(BODY_MS)}; ${minutes(UPLOAD_MS)}`],
  ['chunks of a body', `${SMALL_CHUNKS} + 1 per ${CHUNK_BYTES} bytes`],
  ['levels of a JSON body', String(MAX_DEPTH)],
  ['a client that takes nothing of its response', `closed after ${minutes(STALL_MS)}`],
  ['memory of the process that converts images', megabytes(MAX_MEMORY_BYTES)],
  ['free space below which no image is stored', megabytes(MIN_FREE_BYTES)],
];

test.each(ROWS)('the operations document has the limit of the %s', (what, limit) => {
  expect(readOperationsTable('Limits of the server')).toContainEqual([what, limit]);
});
