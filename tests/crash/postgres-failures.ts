// Breaks the connections to Postgres in every way while members post, and checks that the server lives, that no response
// is 500, and that every acknowledged or stored post is whole, with its images.
//   node tests/crash/postgres-failures.ts [--rounds 40]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Client } from 'pg';

import { migrate } from '#lib/server/db/migrate.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { openStorage } from '#lib/server/storage/open-storage.ts';
import { redBlueImage } from '#tests/support/images.ts';
import { freePort } from '#tests/support/port.ts';
import { findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';
import {
  addSignedInMembers,
  killServer,
  originOf,
  type ServerInstance,
  startServer,
} from '#tests/support/server-process.ts';
import { TcpProxy } from '#tests/support/tcp-proxy.ts';

import { checkAcknowledged, checkImages, checkWhole } from './verify.ts';
import { type Acknowledged, write } from './writers.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const rounds = Number(values.rounds);
// The rate limit is 20 posts in ten minutes.
const MEMBERS_A_ROUND = 16;
const BEFORE_MS = 200;
const AFTER_MS = 300;
const RECOVERY_MS = 10_000;
const POLL_MS = 50;
const END_BACKENDS =
  'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1';

async function endBackends(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(END_BACKENDS, ['client backend']);
  await client.end();
}

type Break = (proxy: TcpProxy, url: string) => Promise<void> | void;

const BREAKS: Break[] = [
  (proxy) => proxy.reset(),
  (_, url) => endBackends(url),
  (proxy) => proxy.loseCommit(),
  async (proxy) => {
    proxy.loseCommit(() => proxy.refuse());
    await pause(AFTER_MS);
    proxy.repair();
  },
  async (proxy) => {
    proxy.cut();
    await pause(AFTER_MS);
    proxy.repair();
  },
];

/** @returns an error unless the server works again in time */
async function checkRecovery(instance: ServerInstance): Promise<string[]> {
  for (const until = Date.now() + RECOVERY_MS; Date.now() < until; await pause(POLL_MS)) {
    const { status } = await fetch(`${originOf(instance)}/readyz`);
    if (status === 200) return [];
  }
  return ['the server did not recover'];
}

/** Lets members post while the connections break. @returns what went wrong */
async function breakRepeatedly(
  instance: ServerInstance,
  tokens: string[],
  breakConnections: (nth: number) => Promise<void>,
): Promise<{ acknowledged: Acknowledged[]; failures: string[] }> {
  const server = await startServer(instance);
  const images = [new Uint8Array(await redBlueImage(640, 480).png().toBuffer())];
  const acknowledged: Acknowledged[] = [];
  const failures: string[] = [];
  let next = 0;
  const nextSession = () => tokens[next++ % tokens.length] ?? '';
  for (let nth = 0; nth < rounds; nth += 1) {
    let over = false;
    const isOver = () => over;
    const writing = write({ instance, nextSession, images, acknowledged, isOver, isFaulty: true });
    await pause(BEFORE_MS);
    await breakConnections(nth);
    await pause(AFTER_MS);
    over = true;
    await writing;
    failures.push(...(await checkRecovery(instance)));
  }
  if (server.exitCode !== null) failures.push('the server ended');
  await killServer(server);
  return { acknowledged, failures };
}

async function run(url: string, dataDir: string, proxy: TcpProxy): Promise<string[]> {
  const instance = { dataDir, databaseUrl: await proxy.open(), port: await freePort() };
  const database = openDatabase(url);
  await migrate(database);
  const tokens = await addSignedInMembers(database, rounds * MEMBERS_A_ROUND);
  await database.close();
  const { acknowledged, failures } = await breakRepeatedly(instance, tokens, async (nth) =>
    BREAKS[nth % BREAKS.length]?.(proxy, url),
  );
  const after = openDatabase(url);
  const files = await openStorage(null, dataDir);
  failures.push(...(await checkAcknowledged(after, files, acknowledged)));
  failures.push(...(await checkImages(after, files)), ...(await checkWhole(after, files)));
  await after.close();
  console.log(`${rounds} breaks, ${acknowledged.length} posts, ${failures.length} failures`);
  return failures;
}

async function main(): Promise<void> {
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const cluster = await startCluster(bin);
  const proxy = new TcpProxy(cluster.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-failures-'));
  try {
    const failures = await run(cluster.url, dataDir, proxy);
    for (const failure of failures) console.log(failure);
    process.exitCode = failures.length > 0 ? 1 : 0;
  } finally {
    proxy.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  }
}

await main();
