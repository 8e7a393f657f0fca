import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** The addresses of members that take no email, so that none goes there. */
export const StoppedAddresses = z.object({
  addresses: z.number(),
  /** for each day on which some were stopped, the last first: how many were since then */
  waves: z.array(
    z.object({
      /** YYYY-MM-DD, of the region */
      since: z.string(),
      addresses: z.number(),
    }),
  ),
  /** how many more were rejected on two days, and are not stopped, as enough others were: the error may be the site's */
  waiting: z.number(),
});
export type StoppedAddresses = z.infer<typeof StoppedAddresses>;

/** To which addresses emails go again. */
export const ResumeInput = z.object({
  /** those that were stopped since this day: YYYY-MM-DD, of the region */
  since: z.string().check(z.iso.date('day_invalid' satisfies ErrorCode)),
});
export type ResumeInput = z.infer<typeof ResumeInput>;

/** How many they were. */
export const ResumedAddresses = z.object({ addresses: z.number() });
