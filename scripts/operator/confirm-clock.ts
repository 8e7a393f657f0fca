import { regionDay } from '#lib/site.ts';

import { type Command, UsageError } from './command.ts';

const MINUTE_MS = 60_000;

export const confirmClock: Command = {
  summary: 'says that the clock is right, so that what waits for it goes on within a minute',
  args: ['<today>'],
  details: [
    'After the site was off for more than a day, nothing is deleted or ended for an hour, and nothing for good for a day,',
    'as the clock may be wrong. With today’s date, like 2026-11-25, as you read it elsewhere, it goes on at once.',
  ],
  read({ args: [today] }) {
    return async ({ clock, now }) => {
      const day = regionDay(now());
      if (today !== day)
        throw new UsageError(
          `This machine’s clock says ${day}. If that is wrong, set it, best by NTP; then type today’s date.`,
        );
      const skew = await clock.confirm();
      if (skew !== null)
        throw new UsageError(
          `This machine’s clock is ${Math.round(Math.abs(skew) / MINUTE_MS)} minutes ${skew > 0 ? 'ahead of' : 'behind'} the database server’s: set the one that is wrong, best by NTP.`,
        );
      return `The clock says ${new Date(now()).toISOString()}, and is trusted from now on.`;
    };
  },
};
