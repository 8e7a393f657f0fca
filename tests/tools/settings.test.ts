import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { warningOfReadable } from '#scripts/settings.ts';

test.each([
  [0o600, ''],
  [0o640, 'chmod 600'],
  [0o604, 'chmod 600'],
])('a file of settings with the mode %i warns: %s', async (mode, warning) => {
  const folder = await mkdtemp(join(tmpdir(), 'glean-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, '.env');
  await writeFile(file, 'SECRET=x');
  await chmod(file, mode);
  if (warning) expect(warningOfReadable(file)).toContain(`${warning} ${file}`);
  else expect(warningOfReadable(file)).toBe('');
});
