// Kills the server with SIGKILL again and again while members post, and checks that every acknowledged post
// is stored completely, with its images.
//   node tests/crash/kill9.ts [--rounds 200] [--database sqlite|postgres]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import sharp from 'sharp';

import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';
import type { FileStore } from '#lib/server/storage/file-store.ts';
import { openStorage } from '#lib/server/storage/open-storage.ts';
import { freePort } from '#tests/support/port.ts';
import { type Cluster, findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  type ServerInstance,
  startServer,
} from '#tests/support/server-process.ts';

import { checkAcknowledged, checkWhole } from './verify.ts';
import { type Acknowledged, write } from './writers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const rounds = Number(values.rounds);
// The rate limit is 20 posts in ten minutes.
const MEMBERS_A_ROUND = 8;
const SHORTEST_MS = 50;
const LONGEST_MS = 450;

const createImage = async (width: number) => {
  const background = { r: width % 256, g: 90, b: 40 };
  const image = sharp({ create: { width, height: 300, channels: 3, background } });
  return new Uint8Array(await image.png().toBuffer());
};

async function round(
  instance: ServerInstance,
  sessions: () => string,
  images: Uint8Array<ArrayBuffer>[],
) {
  const acknowledged: Acknowledged[] = [];
  const server = await startServer(instance);
  let over = false;
  const writing = write({
    instance,
    nextSession: sessions,
    images,
    acknowledged,
    isOver: () => over,
  });
  await pause(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
  over = true;
  await killServer(server);
  await writing;
  return acknowledged;
}

async function killRepeatedly(
  instance: ServerInstance,
  database: Database,
  files: FileStore,
): Promise<string[]> {
  const tokens = await addSignedInMembers(database, rounds * MEMBERS_A_ROUND);
  let next = 0;
  const nextSession = () => tokens[next++ % tokens.length] ?? '';
  const images = await Promise.all([700, 500].map(createImage));
  const failures: string[] = [];
  let posts = 0;
  for (let nth = 1; nth <= rounds; nth += 1) {
    const acknowledged = await round(instance, nextSession, images);
    posts += acknowledged.length;
    failures.push(...(await checkAcknowledged(database, files, acknowledged)));
    if (nth % 20 === 0)
      console.log(`${nth} kills, ${posts} posts acknowledged, ${failures.length} failures`);
  }
  return [...failures, ...(await checkWhole(database, files))];
}

/** @returns a temporary Postgres, or null for SQLite */
async function startPostgres(): Promise<Cluster | null> {
  if (values.database !== 'postgres') return null;
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  return startCluster(bin);
}

async function main(): Promise<void> {
  const cluster = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-kill9-'));
  const instance: ServerInstance = {
    dataDir,
    databaseUrl: cluster?.url ?? '',
    port: await freePort(),
  };
  const database = openDatabase(databaseAddress(instance));
  try {
    await migrate(database);
    const failures = await killRepeatedly(instance, database, await openStorage(null, dataDir));
    for (const failure of failures) console.log(failure);
    console.log(`${values.database}: ${rounds} kills, ${failures.length} failures`);
    process.exitCode = failures.length > 0 ? 1 : 0;
  } finally {
    await database.close();
    await cluster?.stop();
    await rm(dataDir, { recursive: true });
  }
}

await main();
