// Breaks the connections to Postgres in every way while members post, and checks that the server survives, that no
// response is 500, and that every acknowledged or stored post is complete, with its images.
//   node tests/crash/postgres-failures.ts [--rounds 40]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { Client } from 'pg';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { freePort } from '#tests/support/server/port.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import {
  addSignedInMembers,
  killServer,
  originOf,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';
import { TcpProxy } from '#tests/support/server/tcp-proxy.ts';

import { type Drill, runDrill } from './drill.ts';
import { checkAcknowledged, checkImages, checkWhole } from './verify.ts';
import { type Acknowledged, type Round, write } from './writers.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const rounds = Number(values.rounds);
// The rate limit is 20 posts in ten minutes.
const MEMBERS_A_ROUND = 16;
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

/** @param onLost called when the response to a commit is lost */
type Break = (proxy: TcpProxy, url: string, onLost: () => void) => Promise<void> | void;

const BREAKS: Break[] = [
  (proxy) => proxy.reset(),
  (_, url) => endBackends(url),
  (proxy, _, onLost) => proxy.loseCommit(onLost),
  (proxy, _, onLost) => proxy.dropCommit(onLost),
  async (proxy, _, onLost) => {
    proxy.loseCommit(() => {
      onLost();
      proxy.refuse();
    });
    await pause(AFTER_MS);
    proxy.repair();
  },
  async (proxy) => {
    proxy.cut();
    await pause(AFTER_MS);
    proxy.repair();
  },
];

/** The number of breaks that lose a commit. */
const LOSING = 3;

/** @returns an error unless the server recovers in time */
async function checkRecovery(instance: ServerInstance): Promise<string[]> {
  for (const until = Date.now() + RECOVERY_MS; Date.now() < until; await pause(POLL_MS)) {
    const { status } = await fetch(`${originOf(instance)}/readyz`);
    if (status === 200) return [];
  }
  return ['the server did not recover'];
}

const FELT = 'breaks that a client felt';
const LOST = 'commits lost';

/** Lets members post during one break of the connections. */
async function breakOnce(
  drill: Drill,
  round: Omit<Round, 'isOver' | 'onUnavailable' | 'onDone'>,
  breakConnections: (onLost: () => void) => Promise<void> | void,
): Promise<void> {
  let isOver = false;
  let unavailable = 0;
  const before = round.acknowledged.length;
  const writing = write({
    ...round,
    isOver: () => isOver,
    onUnavailable: () => (unavailable += 1),
  });
  // Posts continue, are interrupted, and continue.
  const breaking = async () => {
    for (const until = Date.now() + RECOVERY_MS; round.acknowledged.length === before;) {
      if (Date.now() > until) throw new Error('Nobody can post.');
      await pause(POLL_MS);
    }
    await breakConnections(() => drill.count(LOST));
    await pause(AFTER_MS);
    isOver = true;
  };
  await Promise.all([writing, breaking()]);
  drill.count(FELT, unavailable > 0 ? 1 : 0);
  drill.count('responses of 503', unavailable);
  drill.count('posts', round.acknowledged.length - before);
}

async function breakRepeatedly(drill: Drill, url: string, proxy: TcpProxy, dataDir: string) {
  const instance = { dataDir, databaseUrl: await proxy.open(), port: await freePort() };
  const database = openDatabase(url);
  drill.cleanUp(() => database.close());
  await migrate(database);
  const tokens = await addSignedInMembers(database, rounds * MEMBERS_A_ROUND);
  const server = await startServer(instance);
  drill.cleanUp(() => killServer(server));
  const images = [new Uint8Array(await redBlueImage(640, 480).png().toBuffer())];
  const acknowledged: Acknowledged[] = [];
  let next = 0;
  const nextSession = () => tokens[next++ % tokens.length] ?? '';
  const round = { instance, nextSession, images, acknowledged };
  for (let nth = 0; nth < rounds; nth += 1) {
    await breakOnce(drill, round, (onLost) => BREAKS[nth % BREAKS.length]?.(proxy, url, onLost));
    drill.fail(...(await checkRecovery(instance)));
  }
  if (server.exitCode !== null) drill.fail('the server ended');
  await killServer(server);
  const files = await openStorage(null, dataDir);
  drill.fail(...(await checkAcknowledged(database, files, acknowledged)));
  drill.fail(...(await checkImages(database, files)), ...(await checkWhole(database, files)));
}

await runDrill(async (drill) => {
  drill.expectAtLeast(rounds, 'posts');
  // A break between two requests has no effect.
  drill.expectAtLeast(Math.ceil(rounds / 2), FELT);
  drill.expectAtLeast(Math.floor(rounds / BREAKS.length) * LOSING, LOST);
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-failures-'));
  drill.cleanUp(() => rm(dataDir, { recursive: true }));
  const cluster = await startCluster(bin);
  drill.cleanUp(() => cluster.stop());
  const proxy = new TcpProxy(cluster.url);
  drill.cleanUp(() => proxy.close());
  await breakRepeatedly(drill, cluster.url, proxy, dataDir);
});
