// Attacks during honest traffic, with the server on one core and the load on the other: honest requests must stay fast,
// memory must stay bounded, and the process must survive.
//   node tests/crash/attacks.ts [--seconds 30] [--only searches] [--caddy]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { addPost } from '#demo/factories.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { freePort } from '#tests/support/server/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  startServer,
} from '#tests/support/server/server-process.ts';

import { startCaddy } from './attacks/caddy.ts';
import { type Latencies, sendHonestTraffic } from './attacks/honest-traffic.ts';
import { type Drill, runDrill } from './drill.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    caddy: { type: 'boolean', default: false },
  },
});
const durationMs = Number(values.seconds) * 1000;
const ATTACKER = join(import.meta.dirname, 'attacks/attacker.ts');
const ATTACKS = [
  'unread pipelined requests',
  'pipelined HEAD requests',
  'idle connections',
  'pages with false sessions',
  'pages with unknown queries',
  'pages of one member',
  'searches of members',
  'names of combining marks',
  'form headers of escaped quotes',
  'JPEGs of many scans',
  'large progressive JPEGs',
  'interlaced PNGs',
  'bodies of tiny chunks',
  'bodies that do not come',
  'bodies that end together',
  'wrong passwords',
];
const selected = ATTACKS.filter((each) => each.includes(values.only));
if (selected.length === 0) throw new Error(`No attack is called so: ${values.only}`);
const MAX_MB = 400;
const MAX_FACTOR = 3;
const SAMPLE_MS = 100;
const WARM_UP_MS = 5000;
const PATIENCE_MS = 60_000;
const POSTS = 500;
const HONEST_MEMBERS = 50;
const ATTACKERS = 40;
// Caddy's own address, which neither honest clients nor attackers use.
const PROXY = '127.0.0.1';
const MET = 'attacks that met what they are about';
const [REQUESTS, HONEST_POSTS] = ['honest requests', 'honest posts'];
// Half of their rate limit.
const REQUESTS_A_SECOND = 20;

/** Pins this process, and those that it starts from now on, to one core. */
const runOnCore = (core: number) =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${core}`, `${process.pid}`], {
    stdio: 'ignore',
  });

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** The statuses that show that an attack is what its name says: without one of them, it was rejected early. */
const EXPECTED: Record<string, string[]> = {
  'pipelined HEAD requests': ['200'],
  'pages with false sessions': ['200'],
  'pages with unknown queries': ['200'],
  'pages of one member': ['200'],
  'searches of members': ['200'],
  'names of combining marks': ['400'],
  'form headers of escaped quotes': ['400'],
  'JPEGs of many scans': ['400'],
  'large progressive JPEGs': ['201', '400'],
  'interlaced PNGs': ['400'],
  'bodies that end together': ['400'],
  'wrong passwords': ['401'],
};
/** For attacks that do not read, or wait for no response. */
const CONNECTED = ['connected'];

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Memory of a process and its children, in MB. */
const memoryOf = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + residentMb(each), 0);

interface Result extends Latencies {
  peakMb: number;
}

async function observe(server: ChildProcess, port: number, sessions: string[]): Promise<Result> {
  const pid = server.pid ?? 0;
  let peakMb = 0;
  const sample = () => {
    peakMb = Math.max(peakMb, memoryOf(pid));
  };
  const sampling = setInterval(sample, SAMPLE_MS);
  const latencies = await sendHonestTraffic(port, sessions, durationMs);
  clearInterval(sampling);
  return { ...latencies, peakMb };
}

async function attack(
  drill: Drill,
  name: string,
  args: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const attacker = spawn(process.execPath, [ATTACKER, name, ...args], { stdio: [...stdio] });
  const expected = EXPECTED[name] ?? CONNECTED;
  const met = new Set<string>();
  const begun = Promise.withResolvers<void>();
  // The attacker prints each status once.
  attacker.stdout?.on('data', (chunk) => {
    for (const each of String(chunk).split('\n').filter(Boolean)) met.add(each);
    if (expected.some((each) => met.has(each))) begun.resolve();
  });
  // A real attacker has its own machine, so the measured requests must not wait for this one.
  setPriority(attacker.pid ?? 0, constants.priority.PRIORITY_LOW);
  const ended = once(attacker, 'exit');
  try {
    // The attacker is still making its images, which takes long on a slow machine.
    await Promise.race([begun.promise, pause(PATIENCE_MS, undefined, { ref: false })]);
    await pause(WARM_UP_MS);
    const result = await work();
    if (attacker.exitCode !== null) drill.fail(`${name}: the attack has ended`);
    return result;
  } finally {
    attacker.kill('SIGKILL');
    await ended;
    if (expected.some((each) => met.has(each))) drill.count(MET);
    else
      drill.fail(`${name} met ${[...met].join(', ') || 'nothing'}, not ${expected.join(' or ')}`);
  }
}

/** @returns what is too slow, too large or failed, compared with the p99 without an attack */
function problemsOf(name: string, { p99, peakMb, failures }: Result, calmP99: number): string[] {
  return [
    ...(!(p99 < MAX_FACTOR * calmP99) ? [`${name}: p99 ${p99.toFixed(1)} ms`] : []),
    ...(peakMb > 0 ? [] : [`${name}: no memory measured`]),
    ...(peakMb >= MAX_MB ? [`${name}: ${peakMb.toFixed(0)} MB`] : []),
    ...(failures.length > 0 ? [`${name}: ${failures.length} failed: ${failures[0]}`] : []),
  ];
}

function report(drill: Drill, name: string, result: Result): void {
  const { p99, median, peakMb, requests, posts, failures } = result;
  drill.count(REQUESTS, requests);
  drill.count(HONEST_POSTS, posts);
  const figures = [
    `p99 ${p99.toFixed(1)} ms`,
    `median ${median.toFixed(1)} ms`,
    `${peakMb.toFixed(0)} MB`,
    `${requests} requests`,
    `${failures.length} failed`,
  ];
  console.log(`${name.padEnd(34)} ${figures.join(', ')} ${failures[0] ?? ''}`);
}

async function addForum(database: Database): Promise<{ honest: string[]; attackers: string[] }> {
  await migrate(database);
  const sessions = await addSignedInMembers(database, HONEST_MEMBERS + ATTACKERS);
  const { id } = await database.db.selectFrom('members').select('id').executeTakeFirstOrThrow();
  for (let nth = 0; nth < POSTS; nth += 1)
    await addPost(database.db, { author_id: id, title: `Rice straw ${nth}` });
  return { honest: sessions.slice(ATTACKERS), attackers: sessions.slice(0, ATTACKERS) };
}

/** Starts a server on one core, and moves this process, with Caddy and all that it starts later, to the other. */
async function openStage(drill: Drill) {
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-attacks-'));
  drill.cleanUp(() => rm(dataDir, { recursive: true }));
  const instance = { dataDir, databaseUrl: '', port: await freePort() };
  const database = openDatabase(databaseAddress(instance));
  const sessions = await addForum(database);
  await database.close();
  runOnCore(0);
  const port = values.caddy ? await freePort() : instance.port;
  const address = { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUSTED_PROXIES: PROXY };
  const server = await startServer(instance, values.caddy ? address : {});
  drill.cleanUp(() => killServer(server));
  runOnCore(1);
  if (values.caddy) {
    const caddy = await startCaddy(port, instance.port);
    drill.cleanUp(() => caddy.kill());
  }
  return { server, port, ...sessions };
}

await runDrill(async (drill) => {
  // Three measurements without an attack, and one to warm up.
  const measured = selected.length + 3;
  drill.expectAtLeast(selected.length, MET);
  drill.expectAtLeast((measured * durationMs * REQUESTS_A_SECOND) / 1000, REQUESTS);
  drill.expectAtLeast(measured, HONEST_POSTS);
  const { server, port, honest, attackers } = await openStage(drill);
  const work = () => observe(server, port, honest);
  // The p99 without an attack can differ by half between measurements.
  const calm: Result[] = [];
  const observeCalm = async () => {
    const result = await work();
    report(drill, 'calm', result);
    calm.push(result);
  };
  await work();
  const results: [string, Result][] = [];
  await observeCalm();
  for (const [index, name] of selected.entries()) {
    if (index === Math.floor(selected.length / 2)) await observeCalm();
    const result = await attack(drill, name, [String(port), ...attackers], work);
    report(drill, name, result);
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`${name} ended it`);
    results.push([name, result]);
  }
  await pause(WARM_UP_MS);
  await observeCalm();
  const p99s = calm.map(({ p99 }) => p99).toSorted((a, b) => a - b);
  const calmP99 = p99s[1] ?? NaN;
  for (const [name, result] of results) drill.fail(...problemsOf(name, result, calmP99));
  for (const { failures } of calm) drill.fail(...failures.map((each) => `calm: ${each}`));
});
