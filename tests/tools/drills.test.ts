// Drills, commands and steps that did nothing must fail.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  playwrightCounts,
  playwrightFailures,
  summary,
  toCounts,
  vitestCounts,
  vitestFailures,
} from '#scripts/check/test-counts.ts';
import { root } from '#scripts/lib/run.ts';
import { Drill, isCut } from '#tests/crash/drill.ts';
import { throwUnlessCut } from '#tests/crash/writers.ts';
import { runCommand } from '#tests/support/server/run-operator.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

test('a drill that did too little has a problem with its numbers', async () => {
  const drill = new Drill();
  drill.expectAtLeast(2, 'posts');
  drill.expectAtLeast(1, 'kills');
  drill.count('kills', 3);
  drill.count('posts');
  expect(await drill.end()).toBe('3 kills, 1 posts: 1 problems');
  expect(drill.problems).toEqual(['Too little: 1 posts, at least 2 expected']);
});

test('an unknown number is too little', async () => {
  const drill = new Drill();
  drill.expectAtLeast(1, 'samples');
  drill.count('samples', NaN);
  await drill.end();
  expect(drill.hasFailed).toBe(true);
});

test('a drill cleans up everything in reverse order, and a failure of it is a problem', async () => {
  const drill = new Drill();
  const done: string[] = [];
  drill.cleanUp(() => done.push('folder'));
  drill.cleanUp(() => Promise.reject(new Error('stuck')));
  drill.cleanUp(() => done.push('server'));
  await drill.end();
  expect(done).toEqual(['server', 'folder']);
  expect(drill.problems.join()).toContain('stuck');
});

test('only connections cut by a kill are expected', async () => {
  const cut = new TypeError('fetch failed');
  expect([cut, new TypeError('terminated')].map(isCut)).toEqual([true, true]);
  const mistake = new TypeError("Cannot read properties of undefined (reading 'post_id')");
  expect([mistake, new SyntaxError('Unexpected token <')].map(isCut)).toEqual([false, false]);
  await throwUnlessCut(cut, () => true);
  await expect(throwUnlessCut(cut, () => false)).rejects.toThrow('before the kill');
  await expect(throwUnlessCut(mistake, () => true)).rejects.toThrow('Cannot read');
});

test('a killed command has failed', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder, 'killed.mjs');
  await writeFile(path, `process.kill(process.pid, 'SIGKILL');`);
  const instance = { dataDir: folder, databaseUrl: '', port: 1 };
  expect((await runCommand(instance, [path])).code).toBe(-1);
});

test('a step without a report, or without a passed test, has failed', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder, 'report.json');
  const failed = { passed: 0, failed: 1, skipped: 0 };
  expect([vitestCounts(path), playwrightCounts(path)]).toEqual([failed, failed]);
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 9 };
  await writeFile(path, JSON.stringify({ stats }));
  expect(toCounts(true, playwrightCounts(path))).toEqual({ passed: 0, failed: 1, skipped: 9 });
});

const playwrightSpec = (title: string, ok: boolean, message?: string) => ({
  title,
  file: 'c.spec.ts',
  ok,
  tests: [{ results: [{ error: message === undefined ? undefined : { message } }] }],
});

test('failed tests are named with the start of their messages', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder, 'report.json');
  const testResults = [
    {
      name: join(root, 'tests/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds', status: 'passed', failureMessages: [] },
        { fullName: 'takes away', status: 'failed', failureMessages: ['expected 1 to be 2\nat'] },
      ],
    },
    { name: join(root, 'tests/b.test.ts'), status: 'failed', message: 'a', assertionResults: [] },
  ];
  await writeFile(path, JSON.stringify({ testResults }));
  expect(vitestFailures(path)).toEqual([
    'tests/a.test.ts > takes away\n    expected 1 to be 2\n    at',
    'tests/b.test.ts > could not be loaded\n    a',
  ]);
  const inner = {
    specs: [playwrightSpec('opens', true), playwrightSpec('closes', false, 'timed out')],
  };
  await writeFile(path, JSON.stringify({ suites: [{ specs: [], suites: [inner] }] }));
  expect(playwrightFailures(path)).toEqual(['c.spec.ts > closes\n    timed out']);
});

test('the last line lists what did not run', () => {
  const counts = { passed: 3, failed: 0, skipped: 1 };
  expect(summary([counts, counts], [])).toBe('6 passed, 0 failed, 2 skipped');
  expect(summary([counts], ['drills (no Postgres)'])).toBe(
    '3 passed, 0 failed, 1 skipped; not run: drills (no Postgres)',
  );
});
