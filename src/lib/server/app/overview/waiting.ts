// What waits for staff: one declaration for its numbers and its queue.
import type { Queue, QueueEntry, QueueName, WaitingItem } from '#lib/contract/app/overview.ts';
import { REPORTS_PAGE } from '#lib/contract/moderation/moderation.ts';
import {
  APPLICATIONS_PATH,
  PENDING_PATH,
  REPLIES_PATH,
  STAFF_REPORTS_PATH,
} from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import { countPending } from '#lib/server/forum/posts/queries.ts';
import { listReplied } from '#lib/server/moderation/decisions.ts';
import { countReplies } from '#lib/server/moderation/queries.ts';
import { listOldestReported } from '#lib/server/moderation/reported-subjects.ts';
import { countReported } from '#lib/server/moderation/reports/queries.ts';
import { listPendingPosts } from '#lib/server/moderation/review-posts.ts';
import { countWaiting as countApplications } from '#lib/server/people/applications/queries.ts';
import { listWaitingApplications } from '#lib/server/people/applications/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** A kind of work that waits for staff. */
interface Waiting {
  /** its name on the page */
  label: () => string;
  /** the queue with this kind alone */
  path: string;
  count: (db: Executor) => Promise<number>;
  /** the oldest first, at most `REPORTS_PAGE` */
  list: (ctx: Ctx) => Promise<QueueEntry[]>;
}

/** Work that waits for staff, in the order of the page. New kinds are added here. */
const WAITING: Record<QueueName, Waiting> = {
  applications: {
    label: () => t('staff.applications'),
    path: APPLICATIONS_PATH,
    count: countApplications,
    list: async (ctx) =>
      (await listWaitingApplications(ctx, REPORTS_PAGE)).map((application) => ({
        name: 'applications',
        since: application.created_at,
        application,
      })),
  },
  reports: {
    label: () => t('staff.reports'),
    path: STAFF_REPORTS_PATH,
    count: countReported,
    list: async (ctx) =>
      (await listOldestReported(ctx)).map((subject) => ({
        name: 'reports',
        since: subject.reports.find(({ is_open }) => is_open)?.created_at ?? '',
        subject,
      })),
  },
  replies: {
    label: () => t('overview.replies'),
    path: REPLIES_PATH,
    count: countReplies,
    list: async (ctx) =>
      (await listReplied(ctx, REPORTS_PAGE)).map((decision) => ({
        name: 'replies',
        since: decision.replied_at ?? '',
        decision,
      })),
  },
  pending_posts: {
    label: () => t('moderation.first_posts'),
    path: PENDING_PATH,
    count: countPending,
    list: async (ctx) =>
      (await listPendingPosts(ctx)).pending.map((pending) => ({
        name: 'pending_posts',
        since: pending.post.created_at,
        pending,
      })),
  },
};

/** Counts the work that waits for staff. */
export const countWaiting = ({ db }: Pick<Services, 'db'>): Promise<WaitingItem[]> =>
  Promise.all(
    Object.entries(WAITING).map(async ([name, { label, path, count }]) => ({
      name,
      label: label(),
      path,
      count: await count(db),
    })),
  );

/**
 * Lists what waits for staff, the oldest first.
 * @param name one kind alone, instead of all
 */
export async function listQueue(ctx: Ctx, name?: QueueName): Promise<Queue> {
  const kinds = name ? [WAITING[name]] : Object.values(WAITING);
  const [lists, counts] = await Promise.all([
    Promise.all(kinds.map(({ list }) => list(ctx))),
    Promise.all(kinds.map(({ count }) => count(ctx.db))),
  ]);
  const entries = lists.flat().toSorted((a, b) => (a.since < b.since ? -1 : 1));
  return {
    only: name ? { name, label: WAITING[name].label() } : null,
    entries: entries.slice(0, REPORTS_PAGE),
    total: counts.reduce((sum, count) => sum + count, 0),
  };
}
