import * as z from 'zod/mini';

import { SITE_CHECKS, type SiteCheckName } from '#lib/contract/app/site-checks.ts';
import type {
  PendingPost,
  ReportedSubject,
  StaffDecision,
} from '#lib/contract/moderation/moderation.ts';
import { CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import { StoppedAddresses } from '#lib/contract/notifications/stopped-addresses.ts';
import type { Application } from '#lib/contract/people/applications.ts';

/** A list of work that waits for staff. */
export const WaitingItem = z.object({
  /** e.g. `reports` */
  name: z.string(),
  /** as the page shows it */
  label: z.string(),
  /** the page for this work; null without one */
  path: z.nullable(z.string()),
  count: z.number(),
});
export type WaitingItem = z.infer<typeof WaitingItem>;

/** One thing to decide; `since` is when it began to wait, ISO 8601, UTC. */
export type QueueEntry = { since: string } & (
  | { name: 'applications'; application: Application }
  | { name: 'reports'; subject: ReportedSubject }
  | { name: 'replies'; decision: StaffDecision }
  | { name: 'pending_posts'; pending: PendingPost }
);
export type QueueName = QueueEntry['name'];

/** What waits for staff, the oldest first. */
export interface Queue {
  /** the kind, if it has one alone */
  only: { name: QueueName; label: string } | null;
  entries: QueueEntry[];
  /** also of those that are not listed yet */
  total: number;
}

export const Week = z.object({
  /** its first day, YYYY-MM-DD in the site's region */
  monday: z.string(),
  /** new members, and new posts */
  members: z.number(),
  posts: z.number(),
});
export type Week = z.infer<typeof Week>;

/** The state of a channel's queue, without contents or recipients. */
export const ChannelState = z.object({
  channel: z.enum(CHANNELS),
  due: z.number(),
  /** when the oldest due message became due, ISO 8601, UTC; null when none is due */
  oldest_due: z.nullable(z.string()),
  /** messages being sent, or scheduled for later */
  deferred: z.number(),
  /** waiting messages that have been retried for over an hour */
  retried: z.number(),
  /** given up in the last week: in all; rejected by the receiver; expired before they could be sent */
  failed: z.number(),
  rejected: z.number(),
  expired: z.number(),
});
export type ChannelState = z.infer<typeof ChannelState>;

/** Something that is wrong with the site itself. */
export const SiteAlert = z.object({
  check: z.enum(Object.keys(SITE_CHECKS) as [SiteCheckName, ...SiteCheckName[]]),
  problem: z.string(),
  /** what to do */
  remedy: z.string(),
  /** ISO 8601, UTC */
  since: z.string(),
});
export type SiteAlert = z.infer<typeof SiteAlert>;

/** The first page that staff see. */
export const Overview = z.object({
  waiting: z.array(WaitingItem),
  /** what is wrong with the site itself, as it was found every 10 minutes */
  alerts: z.array(SiteAlert),
  /** the last 12, newest first */
  weeks: z.array(Week),
  members: z.object({ enabled: z.number(), disabled: z.number() }),
  /** channels that are set up or have messages */
  channels: z.array(ChannelState),
  /** whether the mail server accepts the site's login now; `none`: emails are written to files */
  mail_server: z.enum(['works', 'fails', 'none']),
  /** null where the mail server has no daily limit (`EMAILS_PER_DAY`) */
  emails_today: z.nullable(z.object({ sent: z.number(), limit: z.number() })),
  stopped_addresses: StoppedAddresses,
  backup: z.object({
    /** whether the site makes backups */
    is_set: z.boolean(),
    /** the date of the newest nightly backup, ISO 8601, UTC; null when there is none, or it cannot be read */
    date: z.nullable(z.string()),
  }),
  clock: z.object({
    /** whether the clock has jumped, so that nothing is deleted or ended for now */
    has_jumped: z.boolean(),
  }),
  disk: z.object({ free_megabytes: z.number() }),
  version: z.string(),
});
export type Overview = z.infer<typeof Overview>;
