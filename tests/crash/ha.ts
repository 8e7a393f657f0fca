// Two built servers on three PostgreSQL with Patroni and etcd, each on its own machine (a network namespace). Causes
// every failure of one of them under load, and prints how long members' requests failed, and what was lost or doubled.
// It needs root, and Debian's packages patroni, etcd-server, python3-etcd, haproxy and pgbouncer:
//   node tests/crash/ha.ts [--through hosts|haproxy|pgbouncer] [--asynchronous] [--pause 60]
// Without waiting for a standby (--asynchronous) PostgreSQL may lose its last acknowledged writes, such as a post, or
// that an email was sent. That does not count as our failure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { RoundRobinProxy } from '#tests/support/server/round-robin-proxy.ts';
import { addSignedInMembers } from '#tests/support/server/server-process.ts';
import { startTwoServers } from '#tests/support/server/two-servers.ts';

import { ClusterLoad, EXPLORE, type Sample } from './cluster/cluster-load.ts';
import { CountingMailServer, enqueueEmails } from './cluster/cluster-mail.ts';
import { Machines } from './cluster/ha-machines.ts';
import { openWay, type Way } from './cluster/ha-poolers.ts';
import { type Drill, runDrill } from './drill.ts';

const { values } = parseArgs({
  options: {
    through: { type: 'string', default: 'hosts' },
    pause: { type: 'string', default: '60' },
    asynchronous: { type: 'boolean', default: false },
  },
});
const PAUSE_MS = Number(values.pause) * 1000;
const MAX_FAILING_S = 20;
const LAG_MS = 1500;
const CALM_MS = 3000;
const SENT_MS = 240_000;
const POLL_MS = 250;
// Requests that are rejected at once fail for milliseconds each.
const SOON_MS = 1000;
const EMAILS = 8;
// The rate limit is 20 posts in ten minutes.
const MEMBERS = 400;
const STAGES = 'stages of failures';
const POSTS = 'posts acknowledged';
const SENT = 'emails sent';

interface Stage {
  database: Database;
  machines: Machines;
  load: ClusterLoad;
  mail: CountingMailServer;
}

/** Failures of the machines, which are repaired again; then everything must be well. */
const FAILURES: Record<string, (machines: Machines) => Promise<void>> = {
  'No failure': () => pause(CALM_MS),
  'The primary is killed with SIGKILL while its standbys are behind': async (machines) => {
    const primary = await machines.find('leader');
    // What it acknowledges now is stored only here, unless it waits for a standby.
    await machines.signal(primary, 'SIGSTOP', 'walsender');
    await pause(LAG_MS);
    await machines.signal(primary, 'SIGKILL');
    await pause(PAUSE_MS / 2);
    machines.start(primary);
  },
  'The primary is paused with SIGSTOP, and let go': async (machines) => {
    const primary = await machines.find('leader');
    await machines.signal(primary, 'SIGSTOP');
    await pause(PAUSE_MS);
    await machines.signal(primary, 'SIGCONT');
  },
  'The network of the primary is cut, and repaired': async (machines) => {
    const primary = await machines.find('leader');
    await machines.setCable(primary, 'down');
    await pause(PAUSE_MS / 2);
    await machines.setCable(primary, 'up');
  },
  'Switch-over by hand': (machines) => machines.switchOver(),
  'The synchronous standby is killed with SIGKILL': async (machines) => {
    const standby = await machines.find('standby');
    await machines.signal(standby, 'SIGKILL');
    await pause(PAUSE_MS / 2);
    machines.start(standby);
  },
};

/** @returns the failed requests, and for how many seconds some failed, including short pauses between them */
function split(samples: Sample[]) {
  const failed = samples.filter(({ isOk }) => !isOk);
  let [total, last] = [0, 0];
  for (const { start, end } of failed.toSorted((a, b) => a.start - b.start)) {
    const from = start - last < SOON_MS ? last : start;
    total += Math.max(0, end - from);
    last = Math.max(last, end);
  }
  return {
    failed,
    seconds: Math.round(total / 100) / 10,
    text: `${failed.length} of ${samples.length}`,
  };
}

/** Waits until the emails of a stage are sent. */
async function untilSent(mail: CountingMailServer, prefix: string): Promise<void> {
  const count = () => new Set(mail.accepted.filter((to) => to.startsWith(prefix))).size;
  for (const until = Date.now() + SENT_MS; count() < EMAILS; await pause(POLL_MS))
    if (Date.now() > until) throw new Error(`${count()} emails were sent: ${prefix}`);
}

/** @returns the numbers of lost acknowledged posts, and how many posts are stored twice */
async function checkPosts({ db }: Database, load: ClusterLoad) {
  const query = db.selectFrom('posts').where('title', 'like', 'Post %').select('title');
  const titles = (await query.execute()).map(({ title }) => title);
  const unique = new Set(titles);
  const numbers = load.acknowledged.map(({ number }) => number);
  const lost = new Set(numbers.filter((number) => !unique.has(`Post ${number}`)));
  return { lost, twice: titles.length - unique.size };
}

async function makeFail(drill: Drill, stage: Stage, name: string, nth: number): Promise<void> {
  const { machines, load, mail, database } = stage;
  const prefix = `stage${nth}-`;
  const start = Date.now();
  await enqueueEmails(database.db, prefix, EMAILS);
  await load.withoutDatabase(FAILURES[name]?.(machines) ?? Promise.resolve());
  await machines.untilHealthy();
  await pause(CALM_MS);
  await untilSent(mail, prefix);
  const seen = load.samples.filter((each) => each.start >= start);
  const guests = split(seen.filter(({ path }) => path === EXPLORE));
  const members = split(seen.filter(({ path }) => path !== EXPLORE));
  const { lost, twice } = await checkPosts(database, load);
  console.log(
    `${name}: members' requests failed for ${members.seconds} s (${members.text}), guests' ${guests.text}; until now ${lost.size} lost, ${twice} twice`,
  );
  if (members.seconds > MAX_FAILING_S) drill.fail(`${name}: failed for ${members.seconds} s`);
  for (const each of guests.failed)
    drill.fail(`${name}: a guest's page failed after ${each.end - each.start} ms`);
  if (lost.size > 0 && !values.asynchronous)
    drill.fail(`${name}: ${lost.size} acknowledged posts lost`);
  if (twice > 0) drill.fail(`${name}: ${twice} posts twice`);
  if (!load.acknowledged.some(({ at }) => at >= start)) drill.fail(`${name}: no posts`);
  drill.count(STAGES);
}

async function runAll(drill: Drill): Promise<void> {
  for (const what of [STAGES, POSTS, SENT])
    drill.expectAtLeast(
      what === SENT ? EMAILS * Object.keys(FAILURES).length : Object.keys(FAILURES).length,
      what,
    );
  const folder = await mkdtemp(join(tmpdir(), 'glean-ha-'));
  drill.cleanUp(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const machines = new Machines(folder, !values.asynchronous);
  drill.cleanUp(() => machines.close());
  await machines.open();
  const way = await openWay(values.through as Way, folder);
  drill.cleanUp(() => way.close());
  const mail = new CountingMailServer();
  const mailUrl = await mail.open();
  drill.cleanUp(() => mail.close());
  const database = openDatabase(way.url);
  drill.cleanUp(() => database.close());
  await migrate(database);
  const servers = await startTwoServers(way.url, { MAIL_URL: mailUrl });
  drill.cleanUp(() => servers.close());
  const proxy = new RoundRobinProxy([servers.a.instance.port, servers.b.instance.port]);
  const port = await proxy.open();
  drill.cleanUp(() => proxy.close());
  const sessions = await addSignedInMembers(database, MEMBERS);
  const load = new ClusterLoad(`http://127.0.0.1:${port}`, sessions);
  drill.cleanUp(() => load.stop());
  await pause(CALM_MS);
  for (const [nth, name] of Object.keys(FAILURES).entries())
    await makeFail(drill, { database, machines, load, mail }, name, nth);
  await load.stop();
  drill.count(POSTS, load.acknowledged.length);
  drill.count(SENT, new Set(mail.accepted).size);
  console.log(`${mail.again} emails sent again`);
  if (mail.again > 0 && !values.asynchronous) drill.fail('Emails were sent again');
  const { lost } = await checkPosts(database, load);
  const old = load.old.filter(({ expected }) => !lost.has(expected));
  drill.fail(...old, ...load.unexpected);
}

// In its own network namespace, which cannot be reached from outside.
if (process.env['HA_INSIDE']) await runDrill(runAll);
else {
  const args = ['--net', process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, HA_INSIDE: '1' };
  const [code] = await once(spawn('unshare', args, { env, stdio: 'inherit' }), 'exit');
  process.exitCode = code as number;
}
