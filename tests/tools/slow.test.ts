import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

const SCRIPT = resolve(import.meta.dirname, '../../scripts/measure/slow.ts');

test('a measurement without runs is an error, as it would miss no limit', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, '--check', '--runs=0'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('"0" must be a whole number above 0.');
  expect(status).toBe(1);
});
