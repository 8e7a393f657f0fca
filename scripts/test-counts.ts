// Counts passed, failed and skipped tests in the reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs';

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
  testResults: { status: string; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };
/** Of a step that did not run. */
export const SKIPPED: Counts = { ...NONE, skipped: 1 };
/** Of a step without a report: whatever it says, it has tested nothing. */
const UNKNOWN: Counts = { ...NONE, failed: 1 };

const read = (path: string) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;

const failUnlessPassed = (counts: Counts): Counts =>
  counts.passed + counts.failed > 0 ? counts : { ...counts, failed: 1 };

/** A file that could not even be loaded counts as one failure, and so do no tests at all. */
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

/** A step that failed without a failed test (a check, a crash) counts as one failure. */
export const toCounts = (ok: boolean, counts: Counts = NONE): Counts =>
  ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };

/**
 * @param leftOut what did not run, in words
 * @returns the last line of the output, which CI reads
 */
export function summary(steps: Counts[], leftOut: string[]): string {
  const sum = (key: keyof Counts) => steps.reduce((all, counts) => all + counts[key], 0);
  const counts = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
  return leftOut.length > 0 ? `${counts}; not run: ${leftOut.join(', ')}` : counts;
}
