// The units of docs/operations.md, "With systemd".
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const units = Array.from(text.matchAll(/```ini\n([^]+?)```/g), ([, unit = '']) => unit);

/** @returns the settings in a section of the service's unit */
function readSection(name: string): Record<string, string> {
  const unit = units.find((each) => each.includes('[Service]')) ?? '';
  const section = new RegExp(String.raw`\[${name}\]\n([^[]*)`).exec(unit)?.[1] ?? '';
  return Object.fromEntries(Array.from(section.matchAll(/^(\w+)=(.*)$/gm), ([, ...pair]) => pair));
}

test('a server that cannot start is started again without end', () => {
  expect(readSection('Service')).toMatchObject({ Restart: 'always', RestartSec: '5' });
  // systemd ignores it in another section.
  expect(readSection('Unit')).toMatchObject({ StartLimitIntervalSec: '0' });
});

test('uploads have the time to finish', () => {
  expect(Number(readSection('Service')['TimeoutStopSec'])).toBeGreaterThan(60);
});
