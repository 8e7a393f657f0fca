import { join } from 'node:path';

import { examineSite } from '#lib/server/app/doctor/examine-site.ts';
import { root } from '#scripts/run.ts';

import type { OfflineCommand } from './command.ts';

const WIDTH = 14;

export const doctor: OfflineCommand = {
  summary: 'checks database, counters, images, email, disk, clock, settings and backups',
  args: [],
  details: [
    'One line each: ok, or what to do. It exits with 1 when something is wrong, and changes nothing.',
  ],
  isOffline: true,
  read: () => async (config) => {
    const findings = await examineSite(config, join(root, '.env'));
    if (findings.some(({ isOk }) => !isOk)) process.exitCode = 1;
    return findings
      .map(
        ({ isOk, subject, text }) => `${isOk ? 'ok   ' : 'WRONG'}  ${subject.padEnd(WIDTH)}${text}`,
      )
      .join('\n');
  },
};
