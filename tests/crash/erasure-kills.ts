// Kills the erasure of a member with SIGKILL before each of its queries, and checks that the member is unchanged or
// gone, and that the next run leaves nothing of them: no row, no word in a file, no image and no copy.
//   node tests/crash/erasure-kills.ts [--rounds 50] [--database sqlite|postgres]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type Drill, runDrill } from './drill.ts';
import { type LeavingSites, openPostgresSites, openSqliteSites } from './leaving-sites.ts';
import { type Look, lookAtLeavingSite } from './look-at-leaving-site.ts';
import { runKilledJob, runWholeJob } from './run-killed-job.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const rounds = Number(values.rounds);

const textOf = ({ counts }: Look): string => JSON.stringify({ ...counts, leftovers: 0 });

/** @returns `as before` or `erased`; else what is wrong */
function compare(look: Look, before: Look, after: Look): string {
  if (look.problem) return look.problem;
  if (textOf(look) === textOf(before)) return 'as before';
  return textOf(look) === textOf(after) ? 'erased' : `half: ${textOf(look)}`;
}

/** @returns the problems of a site after a whole run, if any */
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
  const queries = await runWholeJob('erasures', measured);
  console.log(`An erasure takes ${queries} queries.`);
  const after = await lookAtLeavingSite(measured);
  if (textOf(before) === textOf(after)) throw new Error('Nothing was erased.');
  drill.fail(...findLeftovers(after));
  await sites.remove(measured);
  for (let nth = 0; nth < rounds; nth += 1) {
    const site = await sites.create(`round_${nth}`);
    const killAt = 1 + Math.floor(((nth + Math.random()) / rounds) * queries);
    const { isKilled } = await runKilledJob('erasures', site, killAt);
    drill.count(AMID, isKilled ? 1 : 0);
    const result = compare(await lookAtLeavingSite(site), before, after);
    drill.count(result.replace(/:.*/s, ''));
    if (result !== 'as before' && result !== 'erased') drill.fail(result);
    await runWholeJob('erasures', site);
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
