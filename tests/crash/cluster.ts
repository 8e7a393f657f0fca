// Two built servers on one Postgres and one bucket behind a load balancer. Causes every failure of one of them under
// load, and prints what failed, how long the recovery took, and what was lost or done twice.
//   node tests/crash/cluster.ts [--pause 60]
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import {
  checkAgreements,
  checkDisabling,
  checkLogout,
  checkPassword,
  checkRateLimit,
  type Pair,
} from '#tests/support/server/cluster-checks.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { measurePropagation, type Propagation } from '#tests/support/server/propagation.ts';
import { RoundRobinProxy } from '#tests/support/server/round-robin-proxy.ts';
import { addSignedInMembers } from '#tests/support/server/server-process.ts';
import { startTwoServers } from '#tests/support/server/two-servers.ts';

import {
  cutListeners,
  EMAILS,
  killServer,
  pauseServer,
  restartPostgres,
  SEEN_MS,
  type Stage,
} from './cluster/cluster-failures.ts';
import { ClusterLoad } from './cluster/cluster-load.ts';
import { CountingMailServer } from './cluster/cluster-mail.ts';
import { type Drill, runDrill } from './drill.ts';
import { checkWhole } from './verify.ts';

const { values } = parseArgs({ options: { pause: { type: 'string', default: '60' } } });
const seconds = Number(values.pause);
const MEASUREMENTS = 20;
const CALM_MS = 3000;
const SETTLE_MS = 4000;
// A request may wait for ten seconds, and Postgres needs some to start.
const RECOVERY_S = 20;
// The rate limit is 20 posts in ten minutes.
const MEMBERS = 400;
// The cleanup lists all files in two folders: images, and copies of members' data.
const LIST_FILES = 'GET /pictures/';
const LISTS_PER_CLEANUP = 2;
const [POSTS, REQUESTS, SENT] = ['posts acknowledged', 'requests', 'emails sent'];
const STAGES = 'stages of failures';

/** Measures how long B takes to show a write on A. */
async function measure(drill: Drill, pair: Pair, when: string): Promise<void> {
  const all: Propagation[] = [];
  for (let nth = 0; nth < MEASUREMENTS; nth += 1) all.push(await measurePropagation(pair));
  const parts = (['feed', 'page', 'badge'] as const).map((name) => {
    const sorted = all.map((each) => each[name]).toSorted((a, b) => a - b);
    const most = sorted.at(-1) ?? 0;
    if (!(most <= SEEN_MS)) drill.fail(`${when}: ${name} after ${most} ms`);
    return `${name} ${sorted[Math.floor(sorted.length / 2)]} ms (at most ${most})`;
  });
  console.log(`Written on A, seen on B, ${when}: ${parts.join(', ')}`);
}

/** Causes a failure, and prints its effect on clients. @param maxRecoveryS no request may fail after that time */
async function makeFail(
  drill: Drill,
  stage: Stage,
  name: string,
  work: (stage: Stage) => Promise<string[]>,
  maxRecoveryS = RECOVERY_S,
) {
  const start = Date.now();
  drill.fail(...(await work(stage)));
  await pause(SETTLE_MS);
  const seen = stage.load.samples.filter(({ end }) => end >= start);
  const failed = seen.filter(({ isOk }) => !isOk);
  const recovered = Math.max(0, ...failed.map(({ end }) => end - start)) / 1000;
  console.log(
    `${name}: ${failed.length} of ${seen.length} requests failed, the last after ${recovered.toFixed(1)} s`,
  );
  if (recovered > maxRecoveryS) drill.fail(`${name}: requests failed for ${recovered} s`);
  if (!stage.load.acknowledged.some(({ at }) => at >= start)) drill.fail(`${name}: no posts`);
  drill.count(STAGES);
  await pause(CALM_MS);
}

/** @returns how many acknowledged posts were lost, and how many posts are stored twice */
async function countPosts({ db }: Database, load: ClusterLoad) {
  const query = db.selectFrom('posts').where('title', 'like', 'Post %').select('title');
  const titles = (await query.execute()).map(({ title }) => title);
  const unique = new Set(titles);
  const lost = load.acknowledged.filter(({ number }) => !unique.has(`Post ${number}`));
  return { lost: lost.length, twice: titles.length - unique.size };
}

async function report(drill: Drill, { pair, load, mail, cluster }: Stage): Promise<void> {
  const { lost, twice } = await countPosts(pair.database, load);
  // The email about the changed password does not count.
  const queued = mail.accepted.filter((to) => /^(?:paused|restarted)\d/.test(to));
  const sent = new Set(queued).size;
  const lists = cluster.bucket.calls.filter((call) => call === LIST_FILES).length;
  const cleanups = lists / LISTS_PER_CLEANUP;
  drill.count(POSTS, load.acknowledged.length);
  drill.count(REQUESTS, load.samples.length);
  drill.count(SENT, sent);
  drill.count('cleanups', cleanups);
  if (lost > 0) drill.fail(`${lost} acknowledged posts are lost`);
  if (twice > 0) drill.fail(`${twice} posts are there twice`);
  if (mail.again > 0) drill.fail(`${mail.again} emails were sent again`);
  if (cleanups > 1) drill.fail('The daily cleanup ran on both servers.');
  drill.fail(...load.old, ...load.unexpected);
  drill.fail(...(await checkWhole(pair.database, await openStorage(cluster.bucket.url, ''))));
}

async function run(drill: Drill, stage: Omit<Stage, 'load'>, origin: string): Promise<void> {
  const { pair } = stage;
  await measure(drill, pair, 'at rest');
  for (const check of [checkLogout, checkDisabling, checkPassword, checkRateLimit, checkAgreements])
    drill.fail(...(await check(pair)));
  const load = new ClusterLoad(origin, await addSignedInMembers(pair.database, MEMBERS));
  drill.cleanUp(() => load.stop());
  const all = { ...stage, load };
  await pause(CALM_MS);
  const killed = 'A server killed with SIGKILL, and started again after 3 s';
  const paused = `A server paused with SIGSTOP for ${seconds} s`;
  const work = () => pauseServer(all, seconds * 1000);
  await makeFail(drill, all, 'No failure', async () => [], 0);
  await makeFail(drill, all, killed, killServer);
  await makeFail(drill, all, paused, work, seconds + RECOVERY_S);
  await makeFail(drill, all, 'Postgres restarted', restartPostgres);
  await makeFail(drill, all, 'Listening connections cut', cutListeners);
  await measure(drill, pair, 'under load');
  await load.stop();
  await report(drill, all);
}

await runDrill(async (drill) => {
  drill.expectAtLeast(5, STAGES);
  // Each stage lasts seven seconds, in which even a slow machine publishes a few.
  drill.expectAtLeast(10, POSTS);
  drill.expectAtLeast(100, REQUESTS);
  drill.expectAtLeast(2 * EMAILS, SENT);
  drill.expectAtLeast(1, 'cleanups');
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const postgres = await startCluster(bin);
  drill.cleanUp(() => postgres.stop());
  const database = openDatabase(postgres.url);
  drill.cleanUp(() => database.close());
  const mail = new CountingMailServer();
  const mailUrl = await mail.open();
  drill.cleanUp(() => mail.close());
  await migrate(database);
  const cluster = await startTwoServers(postgres.url, { MAIL_URL: mailUrl });
  drill.cleanUp(() => cluster.close());
  const pair = { database, a: cluster.a.instance, b: cluster.b.instance };
  const proxy = new RoundRobinProxy([pair.a.port, pair.b.port]);
  const port = await proxy.open();
  drill.cleanUp(() => proxy.close());
  await run(drill, { postgres, cluster, pair, mail }, `http://127.0.0.1:${port}`);
});
