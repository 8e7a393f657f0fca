// A temporary Postgres for tests, with its own folder, port and password, and usually without durability.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { freePort } from './port.ts';

/** A running Postgres. */
export interface Cluster {
  /** URL of its first database, as superuser */
  url: string;
  /** stops it like its operator, which ends all connections, and starts it; resolves when it accepts connections */
  restart: () => Promise<void>;
  /** restarts it as a standby and promotes it, which starts a new timeline; needs WAL for replicas */
  promote: () => Promise<void>;
  stop: () => Promise<void>;
}

// For a Postgres that runs as another user, who may not have access to the given folder.
const OPEN_FOLDER = '/var/tmp';

const START_MS = 60_000;
const POLL_MS = 50;

/** Faster for the tests' small databases, which a power cut may damage. */
const WITHOUT_DURABILITY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  // Creating or dropping a database scans all of them.
  'shared_buffers=16MB',
];

const SETTINGS = ['max_connections=300', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];

// The shell reads a pipe from this process, so that the server stops and its folder is deleted however the tests end,
// even if killed. A line restarts it. The deletion runs in the background, as there may be 100,000 files. The default
// password check takes 4096 hashes, for each of thousands of connections.
const SCRIPT = `
bin=$1 dir=$2; shift 2
"$bin/initdb" -D "$dir/data" -U glean --pwfile="$dir/password" -A md5 -E UTF8 \
  --locale="$LC_ALL" --no-sync >"$dir/log" 2>&1
while
  "$bin/postgres" -D "$dir/data" "$@" >>"$dir/log" 2>&1 &
  read -r _
do kill -INT $!; wait $!; done
kill -INT $!
wait
rm -rf "$dir" &
`;

const newestFirst = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });

/** The folder of Postgres's programs. On Debian it is not on the PATH. */
export function findPostgres(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted(newestFirst);
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debian];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The user to run Postgres as, because it does not run as root; undefined for the current user. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const find = (name: string) => users.find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = (find('postgres') ?? find('nobody') ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const OTHERS_MAY_PASS = 0o001;

/**
 * Whether every user has access to a folder. `npm start` closes its data folder to others, and home folders often are.
 */
const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & OTHERS_MAY_PASS) !== 0 &&
  (folder === dirname(folder) || isOpen(dirname(folder)));

async function isReachable(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

type User = ReturnType<typeof unprivileged>;

function writeAs(user: User, file: string, text: string): void {
  writeFileSync(file, text);
  if (user) chownSync(file, user.uid, user.gid);
}

function prepareFolder(parent: string, password: string, user: User): string {
  const place = !user || isOpen(parent) ? parent : OPEN_FOLDER;
  const dir = mkdtempSync(join(place, 'glean-postgres-'));
  if (user) chownSync(dir, user.uid, user.gid);
  writeAs(user, join(dir, 'password'), password);
  return dir;
}

const randomPassword = (): string => randomBytes(12).toString('hex');

const toArgs = (port: number, settings: string[]) =>
  [`port=${port}`, ...SETTINGS, ...settings].flatMap((each) => ['-c', each]);

/** Returns false if it does not accept connections in time. */
async function waitUntilReachable(url: string): Promise<boolean> {
  for (const until = Date.now() + START_MS; Date.now() < until; await pause(POLL_MS))
    if (await isReachable(url)) return true;
  return false;
}

const runScript = (args: [bin: string, dir: string, ...settings: string[]], user: User) =>
  spawn('/bin/sh', ['-c', SCRIPT, 'postgres', ...args], {
    ...user,
    cwd: args[1],
    // Another process group, so that Ctrl-C only ends the tests, which then close the pipe.
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'C' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });

/**
 * Starts a temporary cluster.
 * @param bin the folder of Postgres's programs
 * @param options `parent`: where to create its folder; `settings`: additional ones; `password`: that of another cluster
 * @throws with Postgres's log when it does not respond in time
 */
export async function startCluster(
  bin: string,
  { parent = tmpdir(), settings = WITHOUT_DURABILITY, password = randomPassword() } = {},
): Promise<Cluster> {
  const user = unprivileged();
  const dir = prepareFolder(parent, password, user);
  const port = await freePort();
  const shell = runScript([bin, dir, ...toArgs(port, settings)], user);
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  const url = `postgres://glean:${password}@127.0.0.1:${port}/postgres`;
  const stop = () => {
    shell.stdin.end();
    return ended;
  };
  const wait = async () => {
    if (await waitUntilReachable(url)) return;
    const log = readFileSync(join(dir, 'log'), 'utf8');
    await stop();
    throw new Error(`Postgres did not start in time:\n${log}`);
  };
  const restart = async () => {
    const file = join(dir, 'data/postmaster.pid');
    const before = readFileSync(file, 'utf8');
    const isStopping = () => existsSync(file) && readFileSync(file, 'utf8') === before;
    shell.stdin.write('\n');
    // The stopping server still accepts connections for a moment.
    while (isStopping()) await pause(POLL_MS);
    await wait();
  };
  const promote = async () => {
    writeAs(user, join(dir, 'data/standby.signal'), '');
    await restart();
    await query(url, 'select pg_promote()');
  };
  await wait();
  return { url, restart, promote, stop };
}
