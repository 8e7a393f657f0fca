// Reads counts and names of tests from the reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from '#scripts/lib/run.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };
export const SKIPPED: Counts = { ...NONE, skipped: 1 };
/** A step without a report has tested nothing, whatever its exit code. */
const UNKNOWN: Counts = { ...NONE, failed: 1 };

const read = (path: string) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;

const failUnlessPassed = (counts: Counts): Counts =>
  counts.passed + counts.failed > 0 ? counts : { ...counts, failed: 1 };

/** A file that could not be loaded counts as one failure, and so does a report without tests. */
export function vitestCounts(path: string): Counts {
  const report: VitestReport | undefined = read(path);
  if (!report) return UNKNOWN;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return failUnlessPassed({
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

export function playwrightCounts(path: string): Counts {
  const report: PlaywrightReport | undefined = read(path);
  if (!report) return UNKNOWN;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return failUnlessPassed({ passed: expected, failed: unexpected + flaky, skipped });
}

const LINES = 6;
const named = (file: string, title: string, message = ''): string =>
  [
    `${file} > ${title}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, LINES)
      .map((line) => `    ${line}`),
  ].join('\n');

/** The failed tests, each with the start of its message. */
export function vitestFailures(path: string): string[] {
  const report: VitestReport | undefined = read(path);
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [named(file, 'could not be loaded', message)];
      return failed.map((test) => named(file, test.fullName, test.failureMessages[0]));
    });
}

/** The failed tests, each with the start of its message. */
export function playwrightFailures(path: string): string[] {
  const report: PlaywrightReport | undefined = read(path);
  const ofSuite = ({ suites = [], specs }: PlaywrightSuite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const results = tests.flatMap((test) => test.results);
        return named(file, title, results.find(({ error }) => error)?.error?.message);
      }),
    ...suites.flatMap(ofSuite),
  ];
  return (report?.suites ?? []).flatMap(ofSuite);
}

/** A step that failed without a failed test, e.g. a crash, counts as one failure. */
export const toCounts = (ok: boolean, counts: Counts = NONE): Counts =>
  ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };

/**
 * The last line of the output, which CI reads.
 * @param leftOut descriptions of skipped tests
 */
export function summary(steps: Counts[], leftOut: string[]): string {
  const sum = (key: keyof Counts) => steps.reduce((all, counts) => all + counts[key], 0);
  const counts = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
  return leftOut.length > 0 ? `${counts}; not run: ${leftOut.join(', ')}` : counts;
}
