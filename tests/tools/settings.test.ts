// The messages about wrong settings.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { permissionWarning } from '#scripts/run/settings.ts';

const root = resolve(import.meta.dirname, '../..');

test.each([
  ['PORT', 'abc'],
  ['PUBLIC_URL', 'glean'],
  ['STORAGE_URL', 's3://no-keys'],
])('the demo with a wrong %s stops with one line that names it', (name, value) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'glean-settings-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run/dev.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', [name]: value },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${name} .+\\n$`));
});

test.each([
  ['600', ''],
  ['640', 'chmod 600'],
  ['604', 'chmod 600'],
])('a file of settings with the mode %s warns: %s', async (mode, warning) => {
  const folder = await mkdtemp(join(tmpdir(), 'glean-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, '.env');
  await writeFile(file, 'SECRET=x');
  await chmod(file, mode);
  if (warning) expect(permissionWarning(file)).toContain(`${warning} ${file}`);
  else expect(permissionWarning(file)).toBe('');
});
