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

const read = (path: string) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;

/** A file that could not even be loaded counts as one failure. */
export function vitestCounts(path: string): Counts {
  const report: VitestReport | undefined = read(path);
  if (!report) return NONE;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function playwrightCounts(path: string): Counts {
  const report: PlaywrightReport | undefined = read(path);
  if (!report) return NONE;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** A step that failed without a failed test (a check, a crash) counts as one failure. */
export const toCounts = (ok: boolean, counts: Counts = NONE): Counts =>
  ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };

/** @returns the last line of the output, which CI reads */
export function summary(steps: Counts[]): string {
  const sum = (key: keyof Counts) => steps.reduce((all, counts) => all + counts[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
