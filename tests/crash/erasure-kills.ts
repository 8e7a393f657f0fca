// Kills the erasure of a member with SIGKILL before any of its queries, and checks that the member is there as before, or
// gone, and that after the next run nothing of them is left: no row, no word in a file, no image and no copy.
//   node tests/crash/erasure-kills.ts [--rounds 50] [--database sqlite|postgres]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import type { ServerInstance } from '#tests/support/server/server-process.ts';

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

/** Runs an erasure. @param killAt the number of the query before which it is killed; 0 for none */
async function run({ dataDir, databaseUrl }: ServerInstance, killAt: number) {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '1',
    KILL_AT: String(killAt),
  };
  const erasure = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code, signal]] = await Promise.all([
    text(erasure.stdout),
    once(erasure, 'exit') as Promise<[number | null, string | null]>,
  ]);
  return { output, code, signal };
}

/** Runs an erasure to its end. @returns how many queries it takes */
async function runWhole(site: ServerInstance): Promise<number> {
  const { output, code, signal } = await run(site, 0);
  if (code !== 0) throw new Error(`The erasure ended with ${code ?? signal}.`);
  return Number(output);
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

async function killRepeatedly(drill: Drill, sites: LeavingSites): Promise<void> {
  const measured = await sites.create('measured');
  const before = await lookAtLeavingSite(measured);
  if (before.places.length === 0) throw new Error('The site has no words.');
  const queries = await runWhole(measured);
  console.log(`An erasure takes ${queries} queries.`);
  const after = await lookAtLeavingSite(measured);
  if (textOf(before) === textOf(after)) throw new Error('Nothing was erased.');
  drill.fail(...findLeftovers(after));
  await sites.remove(measured);
  for (let nth = 0; nth < rounds; nth += 1) {
    const site = await sites.create(`round_${nth}`);
    const killAt = 1 + Math.floor(((nth + Math.random()) / rounds) * queries);
    const { signal } = await run(site, killAt);
    drill.count(AMID, signal === 'SIGKILL' ? 1 : 0);
    const result = compare(await lookAtLeavingSite(site), before, after);
    drill.count(result.replace(/:.*/s, ''));
    if (result !== 'as before' && result !== 'erased') drill.fail(result);
    await runWhole(site);
    const next = await lookAtLeavingSite(site);
    const isErased = compare(next, before, after) === 'erased';
    drill.fail(...(isErased ? findLeftovers(next) : ['not erased by the next run']));
    await sites.remove(site);
  }
}

await runDrill(async (drill) => {
  drill.expectAtLeast(rounds, AMID);
  const root = await mkdtemp(join(tmpdir(), 'glean-erasure-'));
  drill.cleanUp(() => rm(root, { recursive: true }));
  const sites = await (values.database === 'sqlite' ? openSqliteSites : openPostgresSites)(root);
  drill.cleanUp(() => sites.close());
  await killRepeatedly(drill, sites);
});
