import type { SiteCheckName } from '#lib/contract/app/site-checks.ts';
import type { Executor, SiteAlertTable } from '#lib/server/platform/db/schema.ts';

export const findAlert = (db: Executor, key: SiteCheckName) =>
  db.selectFrom('site_alerts').where('key', '=', key).selectAll().executeTakeFirst();

/** Lists what is wrong now. */
export const listAlerts = (db: Executor) =>
  db.selectFrom('site_alerts').where('ended_at', 'is', null).orderBy('since').selectAll().execute();

export const listUnposted = (db: Executor) =>
  db.selectFrom('site_alerts').where('unposted', 'is not', null).selectAll().execute();

/**
 * Stores an alert, unless another server has since it was read.
 * @param before as it was read; undefined without one
 */
export async function storeAlert(
  db: Executor,
  before: SiteAlertTable | undefined,
  after: SiteAlertTable,
): Promise<boolean> {
  const { since, notified_at, ended_at } = before ?? after;
  const stored = await db
    .insertInto('site_alerts')
    .values(after)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(after)
        .where('site_alerts.since', '=', since)
        .where('site_alerts.notified_at', 'is not distinct from', notified_at)
        .where('site_alerts.ended_at', 'is not distinct from', ended_at),
    )
    .returning('key')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Forgets what was found just once. */
export const deleteAlert = (db: Executor, { key, since }: SiteAlertTable) =>
  db
    .deleteFrom('site_alerts')
    .where('key', '=', key)
    .where('since', '=', since)
    .where('notified_at', 'is', null)
    .execute();

/** Marks as posted what has not changed since it was read. */
export const markPosted = (db: Executor, { key, since, unposted }: SiteAlertTable) =>
  db
    .updateTable('site_alerts')
    .set({ unposted: null })
    .where('key', '=', key)
    .where('since', '=', since)
    .where('unposted', '=', unposted)
    .execute();
