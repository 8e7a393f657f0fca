// The least that a read can cost: a small `node:http` program that runs the statements which the site ran for it,
// makes JSON of their rows, compresses a text as long as the site's, and sends it.
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import pg from 'pg';

import type { Response } from './connection.ts';
import { startNode } from './processes.ts';
import type { Statement } from './record-statements.ts';

/** What the site did for some requests of a scenario, and a typical response of it. */
export interface Recording {
  typical: Response;
  /** the statements of each request */
  requests: Statement[][];
}

// Node writes these itself.
const OWN_HEADERS = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };
const POOL = 10;

/** Starts the program in a process of its own. @param databaseUrl `postgres://…`, or empty for SQLite */
export async function startFloor(databaseUrl: string) {
  const args = [import.meta.filename, databaseUrl];
  const child = startNode(args, ['ignore', 'inherit', 'inherit', 'ipc'], {
    NODE_ENV: 'production',
  });
  const [port] = (await once(child, 'message')) as [number];
  /** Sets what it does for each request from then on. */
  const imitate = async (recording: Recording) => {
    child.send(recording);
    await once(child, 'message');
  };
  return { child, port, imitate };
}

const databases = new Map<string, DatabaseSync>();
const prepared = new Map<string, StatementSync>();

function openDatabase(path: string): DatabaseSync {
  const open = databases.get(path) ?? new DatabaseSync(path, { readOnly: true });
  // As the site's.
  if (!databases.has(path)) open.exec('pragma cache_size = -32000; pragma temp_store = memory');
  databases.set(path, open);
  return open;
}

function runSqlite({ database, sql, values }: Statement): unknown[] {
  let statement = prepared.get(sql);
  if (!statement) {
    statement = openDatabase(database).prepare(sql);
    statement.setReturnArrays(true);
    prepared.set(sql, statement);
  }
  return statement.all(...(values as SQLInputValue[]));
}

const names = new Map<string, string>();

async function runPostgres(pool: pg.Pool, { sql, values }: Statement): Promise<unknown[]> {
  const name = names.get(sql) ?? `s${names.size}`;
  names.set(sql, name);
  return (await pool.query({ name, text: sql, values, rowMode: 'array' })).rows;
}

function serve(databaseUrl: string): void {
  const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: POOL }) : null;
  let requests: Statement[][] = [[]];
  let [status, headers, body]: [number, OutgoingHttpHeaders, Buffer] = [200, {}, Buffer.alloc(0)];
  let text: string | null = null;
  let turn = 0;
  process.on('message', ({ typical, requests: given }: Recording) => {
    requests = given;
    ({ status } = typical);
    body = Buffer.from(typical.body);
    const sent = Object.entries(typical.headers).filter(([name]) => !OWN_HEADERS.test(name));
    headers = Object.fromEntries(sent);
    // What the site sends without any statement, it has compressed before.
    const isMade = given.some((each) => each.length > 0);
    text =
      isMade && headers['content-encoding'] === 'zstd' ? String(zstdDecompressSync(body)) : null;
    process.send?.('ready');
  });
  process.on('disconnect', () => process.exit());
  const respond = async (response: ServerResponse) => {
    turn += 1;
    const rows: unknown[] = [];
    for (const each of requests[turn % requests.length] ?? [])
      rows.push(pool ? await runPostgres(pool, each) : runSqlite(each));
    JSON.stringify(rows);
    const bytes = text === null ? body : zstdCompressSync(text, { params: PARAMS });
    response.writeHead(
      status,
      status === 304 ? headers : { ...headers, 'content-length': bytes.length },
    );
    response.end(bytes);
  };
  const server = createServer((_, response) => void respond(response));
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (import.meta.main) serve(process.argv[2] ?? '');
