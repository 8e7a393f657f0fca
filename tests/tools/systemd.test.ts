// The unit of docs/operations.md, "With systemd". `tests/server/socket-activation.test.ts` starts it.
import { expect, test } from 'vitest';

import { HEAP, MEMORY } from '#scripts/run/memory.ts';
import { writeUnits } from '#scripts/setup/units.ts';
import { listUnits, readSection, readService } from '#tests/support/server/systemd-unit.ts';

test('a server that cannot start is restarted forever', () => {
  expect(readSection('Service')).toMatchObject({ Restart: 'always', RestartSec: '5' });
  // systemd ignores this setting in another section.
  expect(readSection('Unit')).toMatchObject({ StartLimitIntervalSec: '0' });
});

test('uploads have time to finish', () => {
  expect(Number(readSection('Service')['TimeoutStopSec'])).toBeGreaterThan(60);
});

test('it has the settings for little memory, which a server with a socket cannot set itself', () => {
  const { command, env } = readService();
  expect(env).toEqual(MEMORY);
  expect(command.slice(1, -1)).toEqual(HEAP);
});

test('`glean setup` writes the same units', () => {
  const units = writeUnits({ folder: '/srv/glean', user: 'glean', port: 4321 });
  expect(listUnits()).toEqual(Object.values(units));
});
