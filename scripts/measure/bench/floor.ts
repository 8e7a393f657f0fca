// The floor, which is the minimum cost of a request: a small `node:http` program runs the statements that the site ran,
// converts their rows to JSON, compresses a text of the same length, and sends it.
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import pg from 'pg';

import { startNode } from '#scripts/lib/processes.ts';

import type { Response } from './connection.ts';
import type { Statement } from './record-statements.ts';

/** The statements of a scenario's requests, and a typical response. */
export interface Recording {
  typical: Response;
  /** the statements of each request */
  requests: Statement[][];
  /** when it was recorded, in milliseconds since 1970 */
  since: number;
}

// Node writes these itself.
const OWN_HEADERS = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };
const POOL = 10;

/** Starts the program of the floor as a child process. @param databaseUrl `postgres://…`, or empty for SQLite */
export async function startFloor(databaseUrl: string) {
  const args = [import.meta.filename, databaseUrl];
  const child = startNode(args, ['ignore', 'inherit', 'inherit', 'ipc'], {
    NODE_ENV: 'production',
  });
  const [port] = (await once(child, 'message')) as [number];
  /** Sets what it does for each request. */
  const imitate = async (recording: Recording) => {
    child.send(recording);
    await once(child, 'message');
  };
  /** The average processor time of the SQLite commits since the last call, in microseconds; 0 if there were none. */
  const takeCommitCpu = async () => {
    child.send('commits');
    return ((await once(child, 'message')) as [number])[0];
  };
  return { child, port, imitate, takeCommitCpu };
}

type Access = 'read' | 'write';

const databases = new Map<string, DatabaseSync>();
const prepared = new Map<string, StatementSync>();
const BUSY_TIMEOUT_MS = 5000;

// The same as the site's.
const PRAGMAS = {
  read: 'pragma cache_size = -32000; pragma temp_store = memory',
  write: `pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -32000;
    pragma temp_store = memory`,
};

const openDatabase = (path: string, access: Access): DatabaseSync =>
  databases.getOrInsertComputed(`${access} ${path}`, () => {
    const options = { readOnly: access === 'read', timeout: BUSY_TIMEOUT_MS };
    const database = new DatabaseSync(path, options);
    database.exec(PRAGMAS[access]);
    return database;
  });

function runSqlite({ database, sql, values }: Statement, access: Access): unknown[] {
  const statement = prepared.getOrInsertComputed(`${access} ${sql}`, () => {
    const made = openDatabase(database, access).prepare(sql);
    made.setReturnArrays(true);
    // Rowids of the search index exceed JavaScript's safe integers.
    made.setReadBigInts(access === 'write');
    return made;
  });
  return statement.all(...(values as SQLInputValue[]));
}

const isBegin = ({ sql }: Statement) => sql.startsWith('begin');
const isCommit = ({ sql }: Statement) => sql === 'commit';

const commits = { cpu: 0, count: 0 };

function commitSqlite(statement: Statement): unknown[] {
  const before = process.threadCpuUsage();
  const rows = runSqlite(statement, 'write');
  const { user, system } = process.threadCpuUsage(before);
  commits.cpu += user + system;
  commits.count += 1;
  return rows;
}

/** The average processor time of the commits since the last call, in microseconds; 0 if there were none. */
function averageCommitCpu(): number {
  const { cpu, count } = commits;
  Object.assign(commits, { cpu: 0, count: 0 });
  return count > 0 ? cpu / count : 0;
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HEX = 16;

/** Replaces the ids created by a request, because inserts need new ones. */
function withNewIds(statements: Statement[], since: number): Statement[] {
  const ids = new Map<string, string>();
  const renew = (value: unknown) => {
    if (typeof value !== 'string' || !UUID_V7.test(value)) return value;
    const time = Number.parseInt(value.slice(0, 8) + value.slice(9, 13), HEX);
    return time < since ? value : ids.getOrInsertComputed(value, () => randomUUIDv7());
  };
  return statements.map((each) => ({ ...each, values: each.values.map(renew) }));
}

const names = new Map<string, string>();

async function runPostgres(
  client: pg.Pool | pg.PoolClient,
  { sql, values }: Statement,
): Promise<unknown[]> {
  const name = names.get(sql) ?? `s${names.size}`;
  names.set(sql, name);
  return (await client.query({ name, text: sql, values, rowMode: 'array' })).rows;
}

/** Runs the statements of a request; those of a transaction use the same connection. */
async function runAll(statements: Statement[], pool: pg.Pool | null): Promise<unknown[]> {
  const rows: unknown[] = [];
  let client: pg.PoolClient | null = null;
  let access: Access = 'read';
  for (const each of statements) {
    if (isBegin(each)) [access, client] = ['write', (await pool?.connect()) ?? null];
    if (pool) rows.push(await runPostgres(client ?? pool, each));
    else rows.push(isCommit(each) ? commitSqlite(each) : runSqlite(each, access));
    if (isCommit(each)) {
      client?.release();
      [access, client] = ['read', null];
    }
  }
  return rows;
}

const toNumber = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/** Does what the site did for a request, except for its response. @param since when it was recorded */
async function runRequest(
  statements: Statement[],
  since: number,
  pool: pg.Pool | null,
): Promise<void> {
  const isWrite = statements.some(isBegin);
  const rows = await runAll(isWrite ? withNewIds(statements, since) : statements, pool);
  JSON.stringify(rows, isWrite ? toNumber : undefined);
}

function serve(databaseUrl: string): void {
  const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: POOL }) : null;
  let requests: Statement[][] = [[]];
  let [status, headers, body]: [number, OutgoingHttpHeaders, Buffer] = [200, {}, Buffer.alloc(0)];
  let text: string | null = null;
  let turn = 0;
  let since = 0;
  process.on('message', (message: Recording | 'commits') => {
    if (message === 'commits') return;
    const { typical, requests: given } = message;
    ({ requests, since } = message);
    ({ status } = typical);
    body = Buffer.from(typical.body);
    const sent = Object.entries(typical.headers).filter(([name]) => !OWN_HEADERS.test(name));
    headers = Object.fromEntries(sent);
    // A response without statements came from memory, where the site stores it already compressed.
    const isMade = given.some((each) => each.length > 0);
    text =
      isMade && headers['content-encoding'] === 'zstd' ? String(zstdDecompressSync(body)) : null;
    process.send?.('ready');
  });
  process.on('disconnect', () => process.exit());
  const respond = async (response: ServerResponse) => {
    turn += 1;
    await runRequest(requests[turn % requests.length] ?? [], since, pool);
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

if (import.meta.main) {
  serve(process.argv[2] ?? '');
  process.on('message', (message) => {
    if (message === 'commits') process.send?.(averageCommitCpu());
  });
}
