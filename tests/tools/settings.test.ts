// The messages of wrong settings.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test.each([
  ['PORT', 'abc'],
  ['PUBLIC_URL', 'glean'],
  ['STORAGE_URL', 's3://no-keys'],
])('the demo with a wrong %s stops with one line that names it', (name, value) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'glean-settings-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', [name]: value },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${name} .+\\n$`));
});
