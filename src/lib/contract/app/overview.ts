import * as z from 'zod/mini';

/** What waits for staff. */
export const WaitingItem = z.object({
  /** e.g. `reports` */
  name: z.string(),
  /** as the page shows it */
  label: z.string(),
  /** where it is worked on; null where there is no page for it */
  path: z.nullable(z.string()),
  count: z.number(),
});
export type WaitingItem = z.infer<typeof WaitingItem>;

export const Week = z.object({
  /** its first day, YYYY-MM-DD in the site's region */
  monday: z.string(),
  /** who joined, and what was posted, in it */
  members: z.number(),
  posts: z.number(),
});
export type Week = z.infer<typeof Week>;

/** What staff see first. */
export const Overview = z.object({
  waiting: z.array(WaitingItem),
  /** the last 12, the newest first */
  weeks: z.array(Week),
  members: z.object({ enabled: z.number(), disabled: z.number() }),
  /** how many were tried, could not be sent, and wait for another attempt */
  unsent_emails: z.number(),
  backup: z.object({
    /** whether the site makes any */
    is_set: z.boolean(),
    /** of the newest nightly one, ISO 8601, UTC; null when there is none, or it cannot be seen */
    date: z.nullable(z.string()),
  }),
  clock: z.object({
    /** whether it is far from the time that the site knows, so that nothing is deleted or ended for now */
    has_jumped: z.boolean(),
  }),
  disk: z.object({ free_megabytes: z.number() }),
  version: z.string(),
});
export type Overview = z.infer<typeof Overview>;
