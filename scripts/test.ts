// `npm test`: every check and test, one step after the other. A step that fails does not hide the
// next one; the last line says how many tests passed and failed.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';

import { ensureChromium } from './browser.ts';
import { build } from './build.ts';
import { root, run, say } from './run.ts';
import { closing, type Counts, playwrightCounts, settle, vitestCounts } from './test-counts.ts';

const reports = join(root, '.cache/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const VITEST = ['vitest', 'run', '--reporter=dot', '--reporter=json', '--outputFile', vitestReport];
const PLAYWRIGHT = ['playwright', 'test', '--pass-with-no-tests'];

async function browserTests(): Promise<Counts> {
  if (!(await build()) || !(await ensureChromium())) return settle(false);
  const { ok } = await run(PLAYWRIGHT, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport } });
  return settle(ok, playwrightCounts(playwrightReport));
}

const STEPS: Record<string, () => Promise<Counts>> = {
  Checks: async () => settle((await run(['node', 'scripts/check.ts'])).ok),
  'Unit and API tests': async () => settle((await run(VITEST)).ok, vitestCounts(vitestReport)),
  'Build and browser tests': browserTests,
};

async function step([name, work]: [string, () => Promise<Counts>]): Promise<Counts> {
  say(styleText('bold', `\n${name}`));
  const started = performance.now();
  const counts = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${name}: ${counts.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s`);
  return counts;
}

rmSync(reports, { recursive: true, force: true });
const results: Counts[] = [];
for (const each of Object.entries(STEPS)) results.push(await step(each));
if (results.some(({ failed }) => failed > 0)) process.exitCode = 1;
say(`\n${closing(results)}`);
