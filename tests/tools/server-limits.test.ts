// The operations document lists the limits that the server's code has.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { MAX_IN_FLIGHT } from '#lib/server/http/in-flight-requests.ts';
import { readOperationsTable } from '#tests/support/operations-table.ts';

const server = resolve(import.meta.dirname, '../../src/lib/server');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const KB = 1024;
const MB = 1024 * KB;

/** Reads a number from the source: importing an image process, for example, would start it. */
function readNumber(file: string, name: string): number {
  const source = readFileSync(resolve(server, `${file}.ts`), 'utf8');
  const product = new RegExp(`^(?:export )?const ${name} = ([\\d_ *]+);`, 'm').exec(source)?.[1];
  if (!product) throw new Error(`${file}.ts has no number ${name}.`);
  return product
    .replaceAll('_', '')
    .split('*')
    .reduce((result, factor) => result * Number(factor), 1);
}

const http = (name: string) => readNumber('http/http-server', name);
const body = (name: string) => readNumber('http/request-body', name);

const { connection, network, server: ofServer } = MAX_IN_FLIGHT;

const ROWS: [what: string, limit: string][] = [
  [
    'requests in flight on a connection, of a network, of the server',
    `${connection}, ${network}, ${ofServer}`,
  ],
  ['requests of a connection', http('MAX_REQUESTS_PER_CONNECTION').toLocaleString('en')],
  [
    'headers of a request',
    `${http('MAX_HEADER_BYTES') / KB} KB, in ${http('HEADER_TIMEOUT_MS') / SECOND} seconds`,
  ],
  [
    'time for a body; with files',
    `${body('BODY_MS') / SECOND} seconds; ${body('UPLOAD_MS') / MINUTE} minutes`,
  ],
  ['chunks of a body', `${body('SMALL_CHUNKS')} + 1 per ${body('CHUNK_BYTES')} bytes`],
  [
    'a client that takes nothing of its response',
    `closed after ${http('STALL_MS') / MINUTE} minutes`,
  ],
  [
    'memory of the process that converts images',
    `${readNumber('images/image-process', 'MAX_MEMORY_BYTES') / MB} MB`,
  ],
  [
    'free space below which no image is stored',
    `${readNumber('storage/disk-store', 'MIN_FREE_BYTES') / MB} MB`,
  ],
];

test.each(ROWS)('the operations document has the limit of the %s', (what, limit) => {
  expect(readOperationsTable('Limits of the server')).toContainEqual([what, limit]);
});
