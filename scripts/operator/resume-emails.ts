import { resumeAsOperator } from '#lib/server/notifications/channels/email/stopped-addresses.ts';

import { type Command, UsageError } from './command.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const resumeEmails: Command = {
  summary: 'lets emails go again to the addresses that were stopped since a day',
  args: ['<day>'],
  details: [
    'An address that rejected emails on two days gets no more. When the mail server was at fault, let them go again: the day',
    'is the first of the wave, like 2026-11-25, as `doctor` and /staff say it.',
  ],
  read({ args: [day = ''] }) {
    if (!DAY.test(day) || Number.isNaN(Date.parse(day)))
      throw new UsageError(`“${day}” is no day: type one like 2026-11-25.`);
    return async (services) =>
      `Emails go again to ${await resumeAsOperator(services, day)} addresses.`;
  },
};
