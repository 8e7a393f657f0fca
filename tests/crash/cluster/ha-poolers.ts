// HAProxy and PgBouncer between the servers and the machines, as described in docs/operations.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { unprivileged } from '#tests/support/server/postgres-cluster.ts';

import { HAPROXY_SERVERS, HOSTS_URL, PASSWORD, urlThrough } from './ha-machines.ts';

const HAPROXY_PORT = 6000;
const PGBOUNCER_PORT = 6432;

const HAPROXY_SETTINGS = `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${HAPROXY_PORT}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${HAPROXY_SERVERS}
`;

const pgbouncerSettings = (users: string) => `
[databases]
* = host=127.0.0.1 port=${HAPROXY_PORT}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PGBOUNCER_PORT}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = session
default_pool_size = 60
server_connect_timeout = 2
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
`;

/** The ways from the servers to the database. */
export type Way = 'hosts' | 'haproxy' | 'pgbouncer';

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.kill('SIGKILL')) await ended;
}

const START_MS = 30_000;
const POLL_MS = 250;
const IN_A_ROW = 10;

/** @returns whether a new connection leads to the primary */
async function isOpen(url: string): Promise<boolean> {
  const database = openDatabase(url);
  try {
    await sql`select 1`.execute(database.db);
    return true;
  } catch {
    return false;
  } finally {
    await database.close();
  }
}

/** Waits until the way leads only to the primary: before its first checks HAProxy considers every host to be one. */
async function untilOpen(url: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (let count = 0; count < IN_A_ROW; await pause(POLL_MS)) {
    count = (await isOpen(url)) ? count + 1 : 0;
    if (Date.now() > until) throw new Error(`No primary behind ${url}`);
  }
}

/** Starts the programs on the way. @returns DATABASE_URL, and a function that stops them */
export async function openWay(way: Way, folder: string) {
  const children: ChildProcess[] = [];
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o644);
    return path;
  };
  const start = async (command: string, args: string[]) => {
    const child = spawn(command, args, { ...unprivileged(), stdio: 'ignore' });
    await once(child, 'spawn');
    children.push(child);
  };
  const close = () => Promise.all(children.map(end));
  if (way === 'hosts') return { url: HOSTS_URL, close };
  await start('haproxy', ['-f', write('haproxy.cfg', HAPROXY_SETTINGS)]);
  if (way === 'pgbouncer') {
    const users = write('users.txt', `"glean" "${PASSWORD}"\n`);
    await start('pgbouncer', [write('pgbouncer.ini', pgbouncerSettings(users))]);
  }
  const url = urlThrough(way === 'haproxy' ? HAPROXY_PORT : PGBOUNCER_PORT);
  await untilOpen(url);
  return { url, close };
}
