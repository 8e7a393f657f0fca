import { join } from 'node:path';

import { examineSite } from '#lib/server/app/doctor/examine-site.ts';
import { home } from '#scripts/run/settings.ts';

import type { OfflineCommand } from './command.ts';

const WIDTH = 14;
const STATES = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };

export const doctor: OfflineCommand = {
  summary: 'checks database, counters, images, email, disk, clock, settings and backups',
  args: [],
  details: [
    'One line each: ok, a note, or what to do. It exits with 1 when something is wrong, and changes nothing but a row that says whether writes work.',
  ],
  isOffline: true,
  read: () => async (config) => {
    const findings = await examineSite(config, join(home, '.env'));
    if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
    return findings
      .map(({ state, subject, text }) => `${STATES[state]}  ${subject.padEnd(WIDTH)}${text}`)
      .join('\n');
  },
};
