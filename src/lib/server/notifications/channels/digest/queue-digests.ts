// At 17:00 in the region, every member who has missed something gets one email. Safe on several servers at once, and
// when a server is killed (docs/decisions/0075-digest.md).
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { queueDeliveries, UNTRIED } from '#lib/server/platform/deliveries/queries.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import { DIGEST } from './channel.ts';
import { LISTED } from './listed.ts';
import { NEWS_MS } from './pace.ts';
import * as queries from './queries.ts';

const HOUR = 17;
// On SQLite, other writes wait for a batch.
const BATCH = 50;

/** Queues the digests of the next members, and records the progress. @returns whether these were the last */
async function queueBatch({ now }: Services, tx: Executor, day: string): Promise<boolean> {
  const { after_id: from, is_complete } = await queries.findDigests(tx, day);
  if (is_complete) return true;
  const readers = await queries.listNextReaders(tx, from, BATCH);
  const isLast = readers.length < BATCH;
  const to = { after_id: readers.at(-1)?.id ?? from, is_complete: isLast ? 1 : 0 };
  // Another server has queued these.
  if (!(await queries.moveDigests(tx, { day, from }, to))) return false;
  const common = { ...UNTRIED, kind: 'digest', created_at: now() } as const;
  const due = readers.flatMap((reader) =>
    DIGEST.plan(day, reader, now()).map((planned) =>
      Object.assign({}, common, planned, { id: newId(), member_id: reader.id }),
    ),
  );
  const ids = due.map(({ member_id }) => member_id);
  const withNews = await queries.listWithNews(tx, ids, now() - NEWS_MS, LISTED);
  const rows = due.filter(({ member_id }) => withNews.has(member_id));
  if (rows.length > 0) await queueDeliveries(tx, rows);
  return isLast;
}

/** Queues today's digests when their time has come. */
export async function queueDigests(services: Services): Promise<void> {
  const now = services.now();
  if (regionClock(now)[0] < HOUR) return;
  const day = regionDay(now);
  await queries.startDigests(services.db, day);
  while (!(await transact(services, { invalidates: [] }, (tx) => queueBatch(services, tx, day))))
    await betweenBatches();
  await queries.deleteDigestsBefore(services.db, day);
}
