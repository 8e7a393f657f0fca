// `npm test`: every check, and the tests that fit into some minutes. `npm run test:all` adds every API and database
// test on Postgres, every browser test (also `@full`) at both sizes, all journeys in the other engines, the slow server
// tests, and the long drills. Steps run even after another one failed.
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';

import { build } from '#scripts/build/build.ts';
import { ensureChromium } from '#scripts/lib/browser.ts';
import { readStat } from '#scripts/lib/process-stat.ts';
import { root, run, say } from '#scripts/lib/run.ts';
import { missingPackages } from '#tests/engines/installed.ts';
import { compareWithUnseen } from '#tests/support/openapi/seen-errors.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

import {
  type Counts,
  playwrightCounts,
  playwrightFailures,
  SKIPPED,
  summary,
  toCounts,
  vitestCounts,
  vitestFailures,
} from './test-counts.ts';

const isFull = process.argv.includes('--all');
// Read by vitest.config.ts and playwright.config.ts.
process.env[isFull ? 'TEST_ALL' : 'SKIP_SLOW'] = '1';
// The tests start many processes, so Node caches compiled modules.
process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compiled');
// In memory the tests take a fifth less time than on disk.
const MEMORY_FOLDER = '/dev/shm';
const MEMORY_BYTES = 8e9;
const hasMemoryFolder = (): boolean => {
  if (!existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize > MEMORY_BYTES;
};
if (hasMemoryFolder()) process.env['TMPDIR'] ??= MEMORY_FOLDER;
const reports = join(root, '.cache/reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const seenErrors = join(reports, 'seen-errors');

const VITEST = ['vitest', 'run', '--reporter=dot', '--reporter=json', '--outputFile', vitestReport];
const PLAYWRIGHT = ['playwright', 'test'];
const enginesReport = join(reports, 'engines.json');
const ENGINES = ['vitest', 'run', '--config', 'tests/engines/vitest.config.ts'];
const ENGINES_REPORT = ['--reporter=verbose', '--reporter=json', '--outputFile', enginesReport];
// By default the drills run for 50 to 200 rounds, which take hours; fewer find regressions.
const [ROUNDS, BROWSER_ROUNDS, SOAK_MINUTES] = isFull ? ['40', '20', '5'] : ['3', '2', '5'];
const ERASURES = isFull ? '15' : '3';
const DELIVERIES = isFull ? '25' : '3';

/** Compares the declared errors of calls with those that occurred in the tests. Prints differences. */
function errorsOfCalls(): boolean {
  const { unlisted, outdated } = compareWithUnseen(seenErrors);
  // The full run meets errors that `npm test` does not.
  const problems = [
    ...unlisted.map((each) => `No test meets a declared error: ${each}`),
    ...(isFull ? [] : outdated.map((each) => `Take it out of unseen-errors.txt: ${each}`)),
  ];
  if (problems.length > 0) say(problems.join('\n'));
  return problems.length === 0;
}

async function serverTests(): Promise<Counts> {
  const { ok } = await run(VITEST, { env: { SEEN_ERRORS: seenErrors } });
  return toCounts(errorsOfCalls() && ok, vitestCounts(vitestReport));
}

async function browserTests(): Promise<Counts> {
  if (!(await build()) || !(await ensureChromium())) return toCounts(false);
  const { ok } = await run(PLAYWRIGHT, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport } });
  return toCounts(ok, playwrightCounts(playwrightReport));
}

async function engineTests(): Promise<Counts> {
  const missing = missingPackages();
  if (missing.length > 0) {
    say(styleText('yellow', `SKIPPED: Firefox and WebKit. Install ${missing.join(', ')}.`));
    leftOut.push('Firefox and WebKit (not installed)');
    return SKIPPED;
  }
  if (!(await build())) return toCounts(false);
  const { ok } = await run([...ENGINES, ...ENGINES_REPORT, ...(isFull ? [] : ['short'])]);
  return toCounts(ok, vitestCounts(enginesReport));
}

/** Counts a step as one test. */
const asOne = (ok: boolean): Counts => toCounts(ok, { passed: ok ? 1 : 0, failed: 0, skipped: 0 });

// Drills wait half of the time, so three run at once, each printing its output at the end.
const AT_ONCE = 3;

let built: Promise<boolean> | undefined;

/** Runs a drill of the built server as one test. */
async function drill(...command: string[]): Promise<Counts> {
  if (!(await (built ??= build()))) return toCounts(false);
  const { ok, output } = await run(['node', ...command], { quiet: true });
  say(output);
  return asOne(ok);
}

const browserDrill = async (...command: string[]): Promise<Counts> =>
  (await ensureChromium()) ? drill(...command) : toCounts(false);

const kills = (file: string, database: string) =>
  drill(`tests/crash/${file}`, '--rounds', ROUNDS, '--database', database);

const erasures = (database: string) =>
  drill('tests/crash/erasure-kills.ts', '--rounds', ERASURES, '--database', database);

const fewerKills = (file: string, database: string, ...options: string[]) =>
  drill(`tests/crash/${file}`, '--rounds', DELIVERIES, '--database', database, ...options);

const hasPostgres = Boolean(findPostgres());
/** What `npm test` leaves to `npm run test:all`, and what this machine cannot run. */
const leftOut = isFull
  ? []
  : [
      'slow server tests, most API and database tests on Postgres, @full browser tests and the size of a desk, long drills (npm run test:all)',
    ];

/** Steps that need PostgreSQL count as skipped without it. */
const withPostgres = (steps: Record<string, () => Promise<Counts>>): typeof steps =>
  hasPostgres
    ? steps
    : Object.fromEntries(
        Object.keys(steps).map((name) => {
          leftOut.push(`${name} (no Postgres)`);
          return [name, async () => SKIPPED];
        }),
      );

if (!hasPostgres && !process.env['TEST_DATABASE_URL'])
  leftOut.push('database tests on Postgres (no Postgres)');

const STEPS: Record<string, () => Promise<Counts>> = {
  Checks: async () => asOne((await run(['node', 'scripts/check/check.ts'])).ok),
  'Unit, API and server tests': serverTests,
  'Browser tests': browserTests,
  'Firefox and WebKit': engineTests,
};

// `npm test` runs one of each kind, most on the database with finer locks; the longest first, so that all end together.
const DRILLS: Record<string, () => Promise<Counts>> = {
  [`${BROWSER_ROUNDS} kills of the browser`]: () =>
    browserDrill('tests/crash/drafts.ts', '--rounds', BROWSER_ROUNDS),
  [`${ERASURES} kills of an erasure on SQLite`]: () => erasures('sqlite'),
  ...withPostgres({
    [`${DELIVERIES} kills amid deliveries on Postgres`]: () =>
      fewerKills('delivery-kills.ts', 'postgres'),
    [`${ROUNDS} kills amid pickups on Postgres`]: () => kills('pickups.ts', 'postgres'),
  }),
  [`${ROUNDS} kills on SQLite`]: () => kills('kill9.ts', 'sqlite'),
  ...(isFull && {
    [`${ROUNDS} kills amid pickups on SQLite`]: () => kills('pickups.ts', 'sqlite'),
    [`${DELIVERIES} kills amid deliveries on SQLite`]: () =>
      fewerKills('delivery-kills.ts', 'sqlite'),
    [`${DELIVERIES} kills of the rounds on SQLite`]: () => fewerKills('round-kills.ts', 'sqlite'),
    [`${DELIVERIES} kills amid bookings and trips on SQLite`]: () =>
      fewerKills('booking-kills.ts', 'sqlite'),
    'Kills of a restore': () => drill('tests/crash/restore-kills.ts'),
    'Kills of a migration': () => drill('tests/crash/migration-kills.ts'),
    ...withPostgres({
      [`${ROUNDS} kills on Postgres`]: () => kills('kill9.ts', 'postgres'),
      [`${ERASURES} kills of an erasure on Postgres`]: () => erasures('postgres'),
      [`${DELIVERIES} kills of the rounds on Postgres`]: () =>
        fewerKills('round-kills.ts', 'postgres'),
      'Kills of a restore on Postgres': () =>
        drill('tests/crash/restore-kills.ts', '--database', 'postgres'),
      'Kills of a migration on Postgres': () =>
        drill('tests/crash/migration-kills.ts', '--database', 'postgres'),
      [`${DELIVERIES} kills amid deliveries of two servers`]: () =>
        fewerKills('delivery-kills.ts', 'postgres', '--servers', '2'),
      [`${DELIVERIES} kills amid bookings and trips of two servers`]: () =>
        fewerKills('booking-kills.ts', 'postgres', '--servers', '2'),
    }),
    'Steps of the Dockerfile': () => drill('tests/crash/container.ts'),
  }),
};

// They measure times that members notice, and therefore run alone.
const TIMED: Record<string, () => Promise<Counts>> = {
  ...(isFull && {
    ...withPostgres({
      'Failures of Postgres': () => drill('tests/crash/postgres-failures.ts'),
      'Failures of two servers': () => drill('tests/crash/cluster.ts'),
    }),
    'A day on a bad line': () => browserDrill('tests/crash/bad-line.ts'),
    'Attacks beside honest traffic': () => drill('tests/crash/attacks.ts'),
    [`${SOAK_MINUTES} minutes of load`]: () => drill('tests/crash/soak.ts', SOAK_MINUTES),
  }),
};

const failedSteps: string[] = [];

const childCpuMs = () => readStat('self')?.childrenCpuMs ?? 0;

async function step([name, work]: [string, () => Promise<Counts>]): Promise<Counts> {
  say(styleText('bold', `\n${name}`));
  const started = performance.now();
  const cpuBefore = childCpuMs();
  const counts = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // The processor time of a concurrent drill is unknown.
  const isAlone = !(name in DRILLS);
  const processor = ((childCpuMs() - cpuBefore) / 1000).toFixed(0);
  if (counts.failed > 0) failedSteps.push(name);
  const result = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'passed' : 'skipped';
  const used = isAlone ? ` (${processor} s of processor time)` : '';
  say(`${name}: ${result} in ${seconds} s${used}`);
  return counts;
}

rmSync(reports, { recursive: true, force: true });
const results: Counts[] = [];
for (const each of Object.entries(STEPS)) results.push(await step(each));
const drills = Object.entries(DRILLS).values();
const runDrills = async () => {
  for (const each of drills) results.push(await step(each));
};
await Promise.all(Array.from({ length: AT_ONCE }, runDrills));
for (const each of Object.entries(TIMED)) results.push(await step(each));
// At the end, because some CI hosts only keep the end of the output.
const failures = [
  ...[vitestReport, enginesReport].flatMap(vitestFailures),
  ...playwrightFailures(playwrightReport),
];
if (failedSteps.length > 0) {
  say(['', `Failed: ${failedSteps.join(', ')}`, ...failures].join('\n'));
  process.exitCode = 1;
}
say(`\n${summary(results, leftOut)}`);
