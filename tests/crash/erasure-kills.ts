// Kills the erasure of a member with SIGKILL at any moment, and checks that the member is there as before, or gone, and
// that after the next run nothing of them is left: no row, no word in a file, no image and no copy.
//   node tests/crash/erasure-kills.ts [--rounds 50] [--database sqlite|postgres]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { ServerInstance } from '#tests/support/server-process.ts';

import { type LeavingSites, openPostgresSites, openSqliteSites } from './leaving-sites.ts';
import { type Look, lookAtLeavingSite } from './look-at-leaving-site.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const rounds = Number(values.rounds);
const isSqlite = values.database === 'sqlite';
const SCRIPT = resolve(import.meta.dirname, 'erase-due.ts');
// Of the time that a whole erasure takes.
const LATEST = 1.1;

function start({ dataDir, databaseUrl }: ServerInstance): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '1',
  };
  return spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Waits for a line of a process. @returns when it came */
async function waitFor(erasure: ChildProcess, line: string): Promise<number> {
  for await (const each of createInterface({ input: erasure.stdout as NodeJS.ReadableStream }))
    if (each === line) return performance.now();
  throw new Error(`The erasure ended before it said “${line}”.`);
}

/** Runs an erasure to its end. @returns how long it took, milliseconds */
async function runWhole(site: ServerInstance): Promise<number> {
  const erasure = start(site);
  const ended = once(erasure, 'exit');
  let began = 0;
  let took = 0;
  for await (const line of createInterface({ input: erasure.stdout as NodeJS.ReadableStream }))
    if (line === 'begins') began = performance.now();
    else took = performance.now() - began;
  const [code] = await ended;
  if (code !== 0) throw new Error(`The erasure ended with ${code}.`);
  return took;
}

async function kill(site: ServerInstance, afterMs: number): Promise<void> {
  const erasure = start(site);
  const ended = once(erasure, 'exit');
  await waitFor(erasure, 'begins');
  await Promise.race([ended, pause(afterMs)]);
  erasure.kill('SIGKILL');
  await ended;
}

const textOf = ({ counts }: Look): string => JSON.stringify({ ...counts, leftovers: 0 });

/** @returns `as before` or `erased`; else what is wrong */
function compare(look: Look, before: Look, after: Look): string {
  if (look.problem) return look.problem;
  if (textOf(look) === textOf(before)) return 'as before';
  return textOf(look) === textOf(after) ? 'erased' : `half: ${textOf(look)}`;
}

/** @returns what is wrong with a site after a whole run, or nothing */
function findLeftovers({ counts, filesWithWords, problem }: Look): string[] {
  const left = counts['leftovers'] ? [`${counts['leftovers']} left over`] : [];
  // PostgreSQL's files are not in the data folder.
  return [
    ...left,
    ...filesWithWords.map((path) => `words in ${path}`),
    ...(problem ? [problem] : []),
  ];
}

async function killRepeatedly(sites: LeavingSites): Promise<Record<string, number>> {
  const measured = await sites.create('measured');
  const before = await lookAtLeavingSite(measured);
  if (isSqlite && before.filesWithWords.length === 0) throw new Error('The site has no words.');
  const took = await runWhole(measured);
  const after = await lookAtLeavingSite(measured);
  if (textOf(before) === textOf(after)) throw new Error('Nothing was erased.');
  const counts: Record<string, number> = {};
  for (const left of findLeftovers(after)) counts[left] = 1;
  await sites.remove(measured);
  for (let nth = 0; nth < rounds; nth += 1) {
    const site = await sites.create(`round_${nth}`);
    await kill(site, took * Math.random() * LATEST);
    const result = compare(await lookAtLeavingSite(site), before, after);
    counts[result] = (counts[result] ?? 0) + 1;
    await runWhole(site);
    const next = await lookAtLeavingSite(site);
    const problems =
      compare(next, before, after) === 'erased' ? findLeftovers(next) : ['not erased'];
    for (const problem of problems) counts[problem] = (counts[problem] ?? 0) + 1;
    await sites.remove(site);
  }
  return counts;
}

const root = await mkdtemp(join(tmpdir(), 'glean-erasure-'));
const sites = await (isSqlite ? openSqliteSites : openPostgresSites)(root);
try {
  const counts = await killRepeatedly(sites);
  console.log(`${values.database}:`, counts);
  const { erased = 0, 'as before': before = 0, ...problems } = counts;
  const isWhole = erased + before === rounds && Object.keys(problems).length === 0;
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await sites.close();
  await rm(root, { recursive: true });
}
