import * as z from 'zod/mini';

import { CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import { StoppedAddresses } from '#lib/contract/notifications/stopped-addresses.ts';

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

/** What goes out by a channel: what waits and what failed, and nothing of what it says or to whom. */
export const ChannelState = z.object({
  channel: z.enum(CHANNELS),
  due: z.number(),
  /** since when the oldest is due, ISO 8601, UTC; null when none is */
  oldest_due: z.nullable(z.string()),
  /** they are being sent, or wait for their next attempt or their time */
  deferred: z.number(),
  /** of all that wait: how many have been tried for over an hour */
  retried: z.number(),
  /** given up in the last week: all; those that the receiver rejected; those that were too old before they could be sent */
  failed: z.number(),
  rejected: z.number(),
  expired: z.number(),
});
export type ChannelState = z.infer<typeof ChannelState>;

/** What staff see first. */
export const Overview = z.object({
  waiting: z.array(WaitingItem),
  /** the last 12, the newest first */
  weeks: z.array(Week),
  members: z.object({ enabled: z.number(), disabled: z.number() }),
  /** by channel, where the site has it or something of it is there */
  channels: z.array(ChannelState),
  /** whether it takes the site's name and password now; `none`: emails are written to files */
  mail_server: z.enum(['works', 'fails', 'none']),
  /** of today; null where the mail server takes as many as there are (`EMAILS_PER_DAY`) */
  emails_today: z.nullable(z.object({ sent: z.number(), limit: z.number() })),
  stopped_addresses: StoppedAddresses,
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
