import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** Members' email addresses that reject emails, to which the site has stopped sending. */
export const StoppedAddresses = z.object({
  addresses: z.number(),
  /** for each day on which addresses were stopped, latest first: how many have been stopped since then */
  waves: z.array(
    z.object({
      /** YYYY-MM-DD, in the site's region */
      since: z.string(),
      addresses: z.number(),
    }),
  ),
  /**
   * how many more addresses rejected emails on two days, but are not stopped: so many at once may be an error of the
   * site
   */
  waiting: z.number(),
});
export type StoppedAddresses = z.infer<typeof StoppedAddresses>;

/** Selects stopped addresses that get emails again. */
export const ResumeInput = z.object({
  /** those stopped since this day: YYYY-MM-DD, in the site's region */
  since: z.string().check(z.iso.date('day_invalid' satisfies ErrorCode)),
});
export type ResumeInput = z.infer<typeof ResumeInput>;

export const ResumedAddresses = z.object({ addresses: z.number() });
