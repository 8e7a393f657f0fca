// Puts half of its full load on the built server, and checks that its use of resources does not grow.
//   node tests/crash/soak.ts [minutes]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { freePort } from '#tests/support/server/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  startServer,
} from '#tests/support/server/server-process.ts';

import { type Drill, runDrill } from './drill.ts';
import { loadFor, type Stage } from './soak-load.ts';
import { findGrowth, printSamples, startSampling } from './soak-samples.ts';

const minutes = Number(process.argv[2] ?? 5);
const MINUTE_MS = 60_000;
const MAXIMUM_MS = 30_000;
// A fast machine publishes 12,000 posts in that time, and a member may send 20 in ten minutes.
const MEMBERS = 4000;

async function openStage(drill: Drill): Promise<Stage & { metricsPort: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-soak-'));
  drill.cleanUp(() => rm(dataDir, { recursive: true }));
  const instance = { dataDir, databaseUrl: '', port: await freePort() };
  const database = openDatabase(databaseAddress(instance));
  await migrate(database);
  const tokens = await addSignedInMembers(database, MEMBERS);
  await database.close();
  const images = [new Uint8Array(await redBlueImage(700, 300).png().toBuffer())];
  return { instance, tokens, images, metricsPort: await freePort() };
}

await runDrill(async (drill) => {
  const seconds = minutes * 60;
  // On a slow machine a sample takes more than a second.
  drill.expectAtLeast(seconds / 2, 'samples');
  for (const what of ['reads', 'posts']) drill.expectAtLeast(seconds, what);
  const stage = await openStage(drill);
  const { instance, metricsPort } = stage;
  const server = await startServer(instance, { METRICS_PORT: String(metricsPort) });
  drill.cleanUp(() => killServer(server));
  const most = await loadFor(stage, MAXIMUM_MS);
  console.log(`at most ${most.readsPerSecond} reads and ${most.postsPerSecond} posts a second`);
  if (most.readsPerSecond === 0 || most.postsPerSecond === 0) throw new Error('Nothing was done.');
  const sampling = startSampling({ pid: server.pid ?? 0, dataDir: instance.dataDir, metricsPort });
  const half = await loadFor(stage, minutes * MINUTE_MS, most);
  const samples = await sampling.stop();
  console.log(`then ${half.readsPerSecond} and ${half.postsPerSecond}, for ${minutes} minutes`);
  drill.count('reads', half.readsPerSecond * seconds);
  drill.count('posts', half.postsPerSecond * seconds);
  drill.count('samples', samples.length);
  printSamples(samples);
  drill.fail(...findGrowth(samples));
});
