import {
  APPLICATIONS_PATH,
  DECISIONS_PATH,
  PENDING_PATH,
  STAFF_REPORTS_PATH,
} from '#lib/contract/paths.ts';
import { countPending } from '#lib/server/forum/posts/pending-queries.ts';
import { countReplies } from '#lib/server/moderation/queries.ts';
import { countReported } from '#lib/server/moderation/reports/queries.ts';
import { countWaiting } from '#lib/server/people/applications/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Something that waits for staff. */
interface Waiting {
  name: string;
  /** as the page shows it */
  label: string;
  /** where it is worked on; null where there is no page for it */
  path: string | null;
  /** @param now milliseconds since 1970 */
  count: (db: Executor, now: number) => Promise<number>;
}

/** What waits for staff, in the order of the page. Who builds something that waits adds its line. */
export const WAITING: Waiting[] = [
  { name: 'applications', label: 'Applications', path: APPLICATIONS_PATH, count: countWaiting },
  { name: 'reports', label: 'Reports', path: STAFF_REPORTS_PATH, count: countReported },
  {
    name: 'replies',
    label: 'Replies to decisions',
    path: `${DECISIONS_PATH}?state=replied`,
    count: countReplies,
  },
  { name: 'pending_posts', label: 'First posts', path: PENDING_PATH, count: countPending },
];
