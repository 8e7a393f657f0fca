import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { sql } from 'kysely';

import { changeUrl, mustTakeWrites } from '#lib/server/platform/config/postgres-url.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { BackupError } from './backup-place.ts';

// `COPY public.posts (id, …) FROM stdin;`
const COPY = /^COPY (?:"[^"]+"|\w+)\.(?:"([^"]+)"|(\w+)) /;
const END = '\\.';

/** Row counts by table. */
type RowCounts = Map<string, number>;

/**
 * Counts the rows in a script of `pg_restore`.
 * @param script in chunks
 */
export async function countCopiedRows(script: AsyncIterable<Buffer>): Promise<RowCounts> {
  const counts: RowCounts = new Map();
  let table = '';
  let rest = '';
  for await (const chunk of script) {
    // Latin-1 keeps line ends, and is fast.
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, quoted, plain] = (table ? null : COPY.exec(line)) ?? [];
      if (line === END) table = '';
      else if (table) counts.set(table, (counts.get(table) ?? 0) + 1);
      else if (quoted ?? plain) counts.set((table = quoted ?? plain ?? ''), 0);
    }
  }
  return counts;
}

/**
 * Reads a whole archive of `pg_dump`.
 * @param pgRestore the program's path
 * @returns the row counts of the archive
 * @throws BackupError when it cannot be read to its end
 */
export async function countArchivedRows(
  pgRestore: string,
  archive: string,
  signal?: AbortSignal,
): Promise<RowCounts> {
  const tool = startTool(pgRestore, ['--data-only', '--file=-', archive], { signal });
  tool.stdin.end();
  const counts = await countCopiedRows(tool.stdout);
  await tool.ended;
  return counts;
}

/** @returns the tables whose row counts differ, with both counts, e.g. `posts (3 of 4)` */
export const differences = (stored: RowCounts, expected: RowCounts): string[] =>
  [...expected]
    .filter(([table, rows]) => stored.get(table) !== rows)
    .map(([table, rows]) => `${table} (${stored.get(table) ?? 0} of ${rows})`);

/** A program of Postgres's client package. */
export type ToolName = 'pg_dump' | 'pg_restore' | 'psql';

const run = promisify(execFile);
// Debian's PATH has only wrappers.
const DEBIAN = '/usr/lib/postgresql/*/bin';
const VERSION = /\(PostgreSQL\) (\d+)/;
async function majorOf(path: string): Promise<number> {
  const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }));
  return Number(VERSION.exec(stdout)?.[1] ?? 0);
}

/**
 * Finds a program on the PATH or in Debian's folders: the oldest that supports the server, since the server may not
 * understand the output of newer ones.
 * @param serverMajor the server's major version, e.g. 17
 * @throws BackupError that names the package to install
 */
export async function findTool(name: ToolName, serverMajor: number): Promise<string> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...globSync(DEBIAN)];
  const paths = folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
  const found = await Promise.all(
    [...new Set(paths)].map(async (path) => ({ path, major: await majorOf(path) })),
  );
  const [tool] = found
    .filter(({ major }) => major >= serverMajor)
    .toSorted((a, b) => a.major - b.major);
  if (tool) return tool.path;
  const newest = Math.max(0, ...found.map(({ major }) => major));
  throw new BackupError(
    `${name} is ${newest ? `of version ${newest}, older than the server` : 'missing'}: install the PostgreSQL ${serverMajor} client (on Debian and Ubuntu the package postgresql-client-${serverMajor}).`,
  );
}

/** A running program. */
export interface RunningTool {
  stdin: Writable;
  stdout: Readable;
  /** resolves after a successful exit; rejects with BackupError */
  ended: Promise<void>;
  kill(): void;
}

interface RunOptions {
  env?: NodeJS.ProcessEnv | undefined;
  /** kills the program */
  signal?: AbortSignal | undefined;
}

/** Waits until a program exits. @throws BackupError with its error output */
async function waitForEnd(child: ChildProcessWithoutNullStreams, name: string): Promise<void> {
  const output = text(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  const lines = (await output).trim().split('\n');
  const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
  throw new BackupError(`${name} failed (${reason || `exit code ${code}`}).`);
}

/** Starts a program. Its output must be consumed. */
export function startTool(path: string, args: string[], options: RunOptions = {}): RunningTool {
  const child = spawn(path, args, { stdio: 'pipe', killSignal: 'SIGKILL', ...options });
  // The exit status explains why it closed its input.
  child.stdin.on('error', () => {});
  const ended = waitForEnd(child, basename(path));
  // Awaited later.
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, ended, kill: () => child.kill('SIGKILL') };
}

/** Runs a program whose output is ignored. @throws BackupError */
export async function runTool(path: string, args: string[], options?: RunOptions): Promise<void> {
  const tool = startTool(path, args, options);
  tool.stdin.end();
  tool.stdout.resume();
  await tool.ended;
}

const MAJOR = 10_000;

/** What the tools need to know of a Postgres database. */
export interface PostgresTarget {
  /** the server's major version, e.g. 17 */
  major: number;
  /** the schema of its tables */
  schema: string;
}

/** Reads the server's version and the schema of our tables. */
export async function readTarget(db: Executor): Promise<PostgresTarget> {
  const { rows } = await sql<{ number: number; schema: string | null }>`
    select current_setting('server_version_num')::int as number, current_schema() as schema`.execute(
    db,
  );
  const { number = 0, schema = null } = rows[0] ?? {};
  return { major: Math.floor(number / MAJOR), schema: schema ?? 'public' };
}

/** Counts the rows of every table in a schema, except tables of extensions, which are not dumped. */
export async function countRows(db: Executor, schema: string): Promise<RowCounts> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = ${schema} and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`.execute(db);
  const counts: RowCounts = new Map();
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.id(schema, name)}`.execute(db);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

type Env = Record<string, string | undefined>;

// The settings that libpq knows: it rejects those of other drivers in a URL.
const LIBPQ =
  /^(host|port|user|dbname|options|ssl(mode|cert|key|rootcert|negotiation)|channel_binding|target_session_attrs)$/;
const CERTIFICATES = ['sslcert', 'sslkey', 'sslrootcert'];
const VERIFIED = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);

/** @returns the TLS mode for our driver, or undefined for a connection without TLS */
function driverMode(settings: URLSearchParams, env: Env): string | undefined {
  const mode = settings.get('sslmode');
  if (mode) return mode;
  const isOn = /^(true|1)$/.test(settings.get('ssl') ?? '');
  const hasTls = isOn || CERTIFICATES.some((name) => settings.has(name));
  const isDirect = settings.get('sslnegotiation') === 'direct';
  return hasTls || isDirect ? 'verify-full' : env['PGSSLMODE'];
}

/**
 * Makes libpq verify a server as our driver does: all modes but `disable` and `no-verify` check the host name and the
 * certificate, against the machine's authorities unless a file is given.
 */
function translateTls(settings: URLSearchParams, env: Env): void {
  if (settings.get('uselibpqcompat') === 'true') return;
  const mode = driverMode(settings, env);
  if (mode === 'no-verify') {
    settings.set('sslmode', 'require');
    settings.delete('sslrootcert');
  } else if (mode && VERIFIED.has(mode)) {
    settings.set('sslmode', 'verify-full');
    if (!settings.get('sslrootcert') && !env['PGSSLROOTCERT'])
      settings.set('sslrootcert', 'system');
  }
}

/**
 * Prepares a connection for Postgres's own programs.
 * @param env the environment of this process, whose `PG…` settings our driver uses, too
 * @returns the URL for libpq, and the environment with the password, which other users could see in a URL
 */
export function toolConnection(databaseUrl: string, env: Env = process.env) {
  let password = '';
  const dbname = changeUrl(databaseUrl, (url) => {
    const { searchParams: settings } = url;
    password = settings.get('password') || decodeURIComponent(url.password);
    url.password = '';
    translateTls(settings, env);
    if (mustTakeWrites(databaseUrl)) settings.set('target_session_attrs', 'read-write');
    const foreign = Array.from(settings.keys()).filter((name) => !LIBPQ.test(name));
    for (const name of foreign) settings.delete(name);
  });
  return {
    // libpq decodes %20, but not plus signs.
    dbname: dbname.replaceAll('+', '%20'),
    env: { ...env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) } as Env,
  };
}
