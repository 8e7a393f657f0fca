// Two built servers on one Postgres and one bucket behind a load balancer, and every failure of one of them, on purpose,
// under load: prints what failed, how long it took to recover, and what was lost or done twice.
//   node tests/crash/cluster.ts [--pause 60]
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';
import { openStorage } from '#lib/server/storage/open-storage.ts';
import {
  checkAgreements,
  checkDisabling,
  checkLogout,
  checkPassword,
  checkRateLimit,
  type Pair,
} from '#tests/support/cluster-checks.ts';
import { findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';
import { measurePropagation, type Propagation } from '#tests/support/propagation.ts';
import { RoundRobinProxy } from '#tests/support/round-robin-proxy.ts';
import { addSignedInMembers } from '#tests/support/server-process.ts';
import { startTwoServers } from '#tests/support/two-servers.ts';

import {
  cutListeners,
  EMAILS,
  killServer,
  pauseServer,
  restartPostgres,
  SEEN_MS,
  type Stage,
} from './cluster-failures.ts';
import { ClusterLoad } from './cluster-load.ts';
import { CountingMailServer } from './cluster-mail.ts';
import { checkWhole } from './verify.ts';

const { values } = parseArgs({ options: { pause: { type: 'string', default: '60' } } });
const seconds = Number(values.pause);
const MEASUREMENTS = 20;
const CALM_MS = 3000;
const SETTLE_MS = 4000;
// A request may wait for ten, and Postgres takes some to start.
const RECOVERY_S = 20;
// The rate limit is 20 posts in ten minutes.
const MEMBERS = 400;
// The cleanup lists all files twice: images, and copies of members' data.
const LIST_FILES = 'GET /pictures/';
const LISTS_PER_CLEANUP = 2;

const failures: string[] = [];

/** Measures how long B takes to show what was written on A. */
async function measure(pair: Pair, when: string): Promise<void> {
  const all: Propagation[] = [];
  for (let nth = 0; nth < MEASUREMENTS; nth += 1) all.push(await measurePropagation(pair));
  const parts = (['feed', 'page', 'badge'] as const).map((name) => {
    const sorted = all.map((each) => each[name]).toSorted((a, b) => a - b);
    const most = sorted.at(-1) ?? 0;
    if (most > SEEN_MS) failures.push(`${when}: ${name} after ${most} ms`);
    return `${name} ${sorted[Math.floor(sorted.length / 2)]} ms (at most ${most})`;
  });
  console.log(`Written on A, seen on B, ${when}: ${parts.join(', ')}`);
}

/** Makes a failure, and prints what the clients saw of it. @param maxRecoveryS after that no request may fail */
async function fail(
  stage: Stage,
  name: string,
  work: (stage: Stage) => Promise<string[]>,
  maxRecoveryS = RECOVERY_S,
) {
  const start = Date.now();
  failures.push(...(await work(stage)));
  await pause(SETTLE_MS);
  const seen = stage.load.samples.filter(({ end }) => end >= start);
  const failed = seen.filter(({ isOk }) => !isOk);
  const recovered = Math.max(0, ...failed.map(({ end }) => end - start)) / 1000;
  console.log(
    `${name}: ${failed.length} of ${seen.length} requests failed, the last after ${recovered.toFixed(1)} s`,
  );
  if (recovered > maxRecoveryS) failures.push(`${name}: requests failed for ${recovered} s`);
  if (!stage.load.acknowledged.some(({ at }) => at >= start)) failures.push(`${name}: no posts`);
  await pause(CALM_MS);
}

/** @returns how many acknowledged posts were lost, and how many posts are there twice */
async function countPosts({ db }: Database, load: ClusterLoad) {
  const query = db.selectFrom('posts').where('title', 'like', 'Post %').select('title');
  const titles = (await query.execute()).map(({ title }) => title);
  const unique = new Set(titles);
  const lost = load.acknowledged.filter(({ number }) => !unique.has(`Post ${number}`));
  return { lost: lost.length, twice: titles.length - unique.size };
}

async function report({ pair, load, mail, cluster }: Stage): Promise<void> {
  const { lost, twice } = await countPosts(pair.database, load);
  // Besides that of the changed password.
  const queued = mail.accepted.filter((to) => /^(?:paused|restarted)\d/.test(to));
  const sent = queued.length;
  const sentTwice = mail.accepted.length - new Set(mail.accepted).size;
  const lists = cluster.bucket.calls.filter((call) => call === LIST_FILES).length;
  const cleanups = lists / LISTS_PER_CLEANUP;
  console.log(`Posts: ${load.acknowledged.length} acknowledged, ${lost} lost, ${twice} twice`);
  console.log(`Emails: ${sent} sent, ${sentTwice} of them again; cleanups: ${cleanups}`);
  console.log(`Old responses: ${load.old.length}; unexpected: ${load.unexpected.length}`);
  if (lost + twice + sentTwice > 0) failures.push('Something was lost, or done twice.');
  if (sent - sentTwice !== 2 * EMAILS || cleanups !== 1)
    failures.push('Emails or cleanups are missing.');
  failures.push(...load.old, ...load.unexpected);
  failures.push(...(await checkWhole(pair.database, await openStorage(cluster.bucket.url, ''))));
}

async function run(stage: Omit<Stage, 'load'>, origin: string): Promise<void> {
  const { pair } = stage;
  await measure(pair, 'at rest');
  for (const check of [checkLogout, checkDisabling, checkPassword, checkRateLimit, checkAgreements])
    failures.push(...(await check(pair)));
  const load = new ClusterLoad(origin, await addSignedInMembers(pair.database, MEMBERS));
  const all = { ...stage, load };
  await pause(CALM_MS);
  await fail(all, 'No failure', async () => [], 0);
  await fail(all, 'A server killed with SIGKILL, and started again after 3 s', killServer);
  await fail(
    all,
    `A server paused with SIGSTOP for ${seconds} s`,
    () => pauseServer(all, seconds * 1000),
    seconds + RECOVERY_S,
  );
  await fail(all, 'Postgres restarted', restartPostgres);
  await fail(all, 'Listening connections cut', cutListeners);
  await measure(pair, 'under load');
  await load.stop();
  await report(all);
}

async function main(bin: string): Promise<void> {
  const postgres = await startCluster(bin);
  const database = openDatabase(postgres.url);
  const mail = new CountingMailServer();
  await migrate(database);
  const cluster = await startTwoServers(postgres.url, { MAIL_URL: await mail.open() });
  const pair = { database, a: cluster.a.instance, b: cluster.b.instance };
  const proxy = new RoundRobinProxy([pair.a.port, pair.b.port]);
  try {
    await run({ postgres, cluster, pair, mail }, `http://127.0.0.1:${await proxy.open()}`);
    for (const failure of new Set(failures)) console.log(failure);
    console.log(`${failures.length} failures`);
    process.exitCode = failures.length > 0 ? 1 : 0;
  } finally {
    proxy.close();
    await cluster.close();
    mail.close();
    await database.close();
    await postgres.stop();
  }
}

const bin = findPostgres();
if (!bin) throw new Error('No Postgres found: install it first.');
await main(bin);
