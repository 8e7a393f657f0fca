// Kills the erasure of a member with SIGKILL at any moment, and checks that the member is there as before, or gone, and
// that after the next run nothing of them is left: no row, no word in a file, no image and no copy.
//   node tests/crash/erasure-kills.ts [--rounds 50] [--database sqlite|postgres]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import type { ServerInstance } from '#tests/support/server-process.ts';

import { type Drill, runDrill } from './drill.ts';
import { type LeavingSites, openPostgresSites, openSqliteSites } from './leaving-sites.ts';
import { type Look, lookAtLeavingSite } from './look-at-leaving-site.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const rounds = Number(values.rounds);
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

/** Kills an erasure some time after it has begun. @returns whether it had not ended */
async function kill(site: ServerInstance, afterMs: number): Promise<boolean> {
  const erasure = start(site);
  const ended = once(erasure, 'exit');
  const lines: string[] = [];
  const killing = async () => {
    for await (const line of createInterface({ input: erasure.stdout as NodeJS.ReadableStream })) {
      lines.push(line);
      if (line === 'begins') setTimeout(() => erasure.kill('SIGKILL'), afterMs);
    }
  };
  await Promise.all([killing(), ended]);
  if (!lines.includes('begins')) throw new Error('The erasure ended before it began.');
  return !lines.includes('ends');
}

const textOf = ({ counts }: Look): string => JSON.stringify({ ...counts, leftovers: 0 });

/** @returns `as before` or `erased`; else what is wrong */
function compare(look: Look, before: Look, after: Look): string {
  if (look.problem) return look.problem;
  if (textOf(look) === textOf(before)) return 'as before';
  return textOf(look) === textOf(after) ? 'erased' : `half: ${textOf(look)}`;
}

/** @returns what is wrong with a site after a whole run, or nothing */
const findLeftovers = ({ counts, places, problem }: Look): string[] => [
  ...(counts['leftovers'] ? [`${counts['leftovers']} left over`] : []),
  ...places.map((place) => `words in ${place}`),
  ...(problem ? [problem] : []),
];

const AMID = 'kills amid an erasure';
const MOST_ROUNDS = 12;

async function killRepeatedly(drill: Drill, sites: LeavingSites): Promise<void> {
  const measured = await sites.create('measured');
  const before = await lookAtLeavingSite(measured);
  if (before.places.length === 0) throw new Error('The site has no words.');
  const took = await runWhole(measured);
  const after = await lookAtLeavingSite(measured);
  if (textOf(before) === textOf(after)) throw new Error('Nothing was erased.');
  drill.fail(...findLeftovers(after));
  await sites.remove(measured);
  let amid = 0;
  // A machine that is quicker than measured erases before the kill: then some more, each sooner.
  for (let nth = 0; nth < rounds || (amid === 0 && nth < MOST_ROUNDS); nth += 1) {
    const site = await sites.create(`round_${nth}`);
    // Spread over its time: the first comes in its first half at the latest.
    const part = nth < rounds ? (nth + Math.random()) / rounds : 1 / (nth + 2);
    const isAmid = await kill(site, took * part * LATEST);
    if (isAmid) amid += 1;
    drill.count(AMID, isAmid ? 1 : 0);
    const result = compare(await lookAtLeavingSite(site), before, after);
    drill.count(result);
    if (result !== 'as before' && result !== 'erased') drill.fail(result);
    await runWhole(site);
    const next = await lookAtLeavingSite(site);
    const isErased = compare(next, before, after) === 'erased';
    drill.fail(...(isErased ? findLeftovers(next) : ['not erased by the next run']));
    await sites.remove(site);
  }
}

await runDrill(async (drill) => {
  drill.expectAtLeast(1, AMID);
  const root = await mkdtemp(join(tmpdir(), 'glean-erasure-'));
  drill.cleanUp(() => rm(root, { recursive: true }));
  const sites = await (values.database === 'sqlite' ? openSqliteSites : openPostgresSites)(root);
  drill.cleanUp(() => sites.close());
  await killRepeatedly(drill, sites);
});
