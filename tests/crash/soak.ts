// Puts the built server under load for some minutes, and checks that its memory stays bounded.
//   node tests/crash/soak.ts [minutes]
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { migrate } from '#lib/server/db/migrate.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { redBlueImage } from '#tests/support/images.ts';
import { freePort } from '#tests/support/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  originOf,
  type ServerInstance,
  startServer,
} from '#tests/support/server-process.ts';

import { type Acknowledged, write } from './writers.ts';

const minutes = Number(process.argv[2] ?? 5);
const SAMPLE_MS = 1000;
const MAX_MB = 400;
const MAX_GROWTH = 1.25;
// A fast machine takes 12,000 posts in that time, and a member may send 20 in ten minutes.
const MEMBERS = 2000;
const READERS = 4;
const PAGES = ['/', '/eduhub', '/eduhub?search=straw', '/forums/explore', '/api/web/forum'];

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const average = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Fetches pages as a guest and as members, until the time is over. */
async function read(instance: ServerInstance, nextSession: () => string, isOver: () => boolean) {
  for (let nth = 0; !isOver(); nth += 1) {
    const path = PAGES[nth % PAGES.length] ?? '/';
    const isMember = nth % 2 === 0 || path.startsWith('/api');
    const headers = { cookie: isMember ? `session=${nextSession()}` : '' };
    const response = await fetch(originOf(instance) + path, { headers });
    await response.arrayBuffer();
    if (response.status >= 500) throw new Error(`${path}: ${response.status}`);
  }
}

async function load(instance: ServerInstance, tokens: string[], pid: number): Promise<number[]> {
  const end = Date.now() + minutes * 60_000;
  const isOver = () => Date.now() > end;
  // Writers have turns of their own: with those of the readers, some members would post far more often than others.
  const takeTurns = () => {
    let next = 0;
    return () => tokens[next++ % tokens.length] ?? '';
  };
  const images = [new Uint8Array(await redBlueImage(700, 300).png().toBuffer())];
  const acknowledged: Acknowledged[] = [];
  const samples: number[] = [];
  const sample = async () => {
    for (; !isOver(); await pause(SAMPLE_MS)) samples.push(residentMb(pid));
  };
  const readers = Array.from({ length: READERS }, () => read(instance, takeTurns(), isOver));
  await Promise.all([
    ...readers,
    sample(),
    write({ instance, nextSession: takeTurns(), images, acknowledged, isOver }),
  ]);
  console.log(`${acknowledged.length} posts in ${minutes} minutes`);
  return samples;
}

/** @returns whether the memory stayed below the maximum, and did not grow after the first third */
function isBounded(samples: number[]): boolean {
  const third = Math.floor(samples.length / 3);
  const [before, after] = [
    average(samples.slice(third, 2 * third)),
    average(samples.slice(-third)),
  ];
  const most = Math.max(...samples);
  const [from, to, peak] = [before, after, most].map(Math.round);
  console.log(`memory: ${from} MB, then ${to} MB, at most ${peak} MB`);
  return most < MAX_MB && after < before * MAX_GROWTH;
}

const dataDir = await mkdtemp(join(tmpdir(), 'glean-soak-'));
const instance = { dataDir, databaseUrl: '', port: await freePort() };
const database = openDatabase(databaseAddress(instance));
await migrate(database);
const tokens = await addSignedInMembers(database, MEMBERS);
await database.close();
const server = await startServer(instance);
try {
  if (!isBounded(await load(instance, tokens, server.pid ?? 0))) process.exitCode = 1;
} finally {
  await killServer(server);
  await rm(dataDir, { recursive: true });
}
