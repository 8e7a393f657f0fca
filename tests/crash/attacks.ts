// Attacks beside honest traffic, with the server on one core and the load on the other: the honest requests stay fast,
// the memory stays bounded, and the process lives.
//   node tests/crash/attacks.ts [--seconds 30] [--only searches]
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { addPost } from '#demo/factories.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';
import { freePort } from '#tests/support/port.ts';
import {
  addSignedInMembers,
  databaseAddress,
  killServer,
  startServer,
} from '#tests/support/server-process.ts';

import { type Latencies, sendHonestTraffic } from './honest-traffic.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const durationMs = Number(values.seconds) * 1000;
const ATTACKER = join(import.meta.dirname, 'attacker.ts');
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
const POSTS = 500;
const HONEST_MEMBERS = 50;
const ATTACKERS = 40;

/** Lets this process, and those that it starts from now on, run on one core. */
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

/** The codes that an attack is about: without one of them, it was turned away at the door. */
const EXPECTED: Record<string, number[]> = {
  'pages with false sessions': [200],
  'pages with unknown queries': [200],
  'pages of one member': [200],
  'searches of members': [200],
  'names of combining marks': [400],
  'form headers of escaped quotes': [400],
  'JPEGs of many scans': [400],
  'large progressive JPEGs': [201, 400],
  'interlaced PNGs': [400],
  'wrong passwords': [401],
};

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

async function attack(name: string, port: number, sessions: string[], work: () => Promise<Result>) {
  const args = [ATTACKER, name, String(port), ...sessions];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const attacker = spawn(process.execPath, args, { stdio: [...stdio] });
  const met = new Set<number>();
  // Each status that it gets, once.
  attacker.stdout?.on('data', (chunk) => {
    for (const status of String(chunk).split('\n').filter(Boolean)) met.add(Number(status));
  });
  // It has a machine of its own: what is measured here must not wait for it.
  setPriority(attacker.pid ?? 0, constants.priority.PRIORITY_LOW);
  const ended = once(attacker, 'exit');
  // Its images are being made.
  await pause(WARM_UP_MS);
  const result = await work();
  if (attacker.exitCode !== null) throw new Error(`The attack has ended: ${name}`);
  attacker.kill('SIGKILL');
  await ended;
  const expected = EXPECTED[name];
  if (expected && !expected.some((status) => met.has(status)))
    throw new Error(
      `${name} met ${[...met].join(', ') || 'nothing'}, not ${expected.join(' or ')}`,
    );
  return result;
}

/** @returns what is too slow, too large or failed, beside the p99 of calm */
function problemsOf(name: string, { p99, peakMb, failures }: Result, calmP99: number): string[] {
  return [
    ...(p99 >= MAX_FACTOR * calmP99 ? [`${name}: p99 ${p99.toFixed(1)} ms`] : []),
    ...(peakMb > 0 ? [] : [`${name}: no memory measured`]),
    ...(peakMb >= MAX_MB ? [`${name}: ${peakMb.toFixed(0)} MB`] : []),
    ...(failures.length > 0 ? [`${name}: ${failures.length} failed`] : []),
  ];
}

function report(name: string, { p99, median, peakMb, requests, failures }: Result): void {
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

const dataDir = await mkdtemp(join(tmpdir(), 'glean-attacks-'));
const instance = { dataDir, databaseUrl: '', port: await freePort() };
const { port } = instance;
const database = openDatabase(databaseAddress(instance));
const { honest, attackers } = await addForum(database);
await database.close();
runOnCore(0);
const server = await startServer(instance);
runOnCore(1);
const problems: string[] = [];
// The p99 of calm differs by half from one time to the next: it is measured three times.
const calm: number[] = [];
const observeCalm = async () => {
  const result = await observe(server, port, honest);
  report('calm', result);
  calm.push(result.p99);
};
try {
  await observe(server, port, honest);
  const results: [string, Result][] = [];
  await observeCalm();
  for (const [index, name] of selected.entries()) {
    if (index === Math.floor(selected.length / 2)) await observeCalm();
    const result = await attack(name, port, attackers, () => observe(server, port, honest));
    report(name, result);
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`${name} ended it`);
    results.push([name, result]);
  }
  await pause(WARM_UP_MS);
  await observeCalm();
  const calmP99 = calm.toSorted((a, b) => a - b)[1] ?? NaN;
  problems.push(...results.flatMap(([name, result]) => problemsOf(name, result, calmP99)));
} finally {
  await killServer(server);
  await rm(dataDir, { recursive: true });
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
