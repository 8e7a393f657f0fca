import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type { AlertTable, Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

export const insertAlert = (db: Executor, alert: AlertTable) =>
  db.insertInto('alerts').values(alert).execute();

/** Lists a member's alerts, newest first. */
export const listAlerts = (db: Executor, memberId: string): Promise<AlertTable[]> =>
  db
    .selectFrom('alerts')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .selectAll()
    .execute();

/** An alert of a member. */
type OwnAlert = Pick<AlertTable, 'id' | 'member_id'>;

/**
 * Pauses an alert, or ends the pause.
 * @param pausedAt null ends the pause
 * @returns undefined when the member has no such alert
 */
export const setPaused = (db: Executor, { id, member_id }: OwnAlert, pausedAt: number | null) =>
  db
    .updateTable('alerts')
    .set({ paused_at: pausedAt })
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returningAll()
    .executeTakeFirst();

/** @returns whether the member had it */
export async function deleteAlert(db: Executor, { id, member_id }: OwnAlert): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** A listing that the alerts are to be compared with. */
export interface DueListing extends Pick<
  ListingTable,
  'post_id' | 'kind' | 'material' | 'town' | 'terms' | 'status' | 'until'
> {
  alerts_due_at: number;
  author_id: string;
  title: string;
}

/** Those of a disabled member wait until the member is enabled. */
const dueListings = (db: Executor) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .where('l.alerts_due_at', 'is not', null)
    .where('m.disabled_at', 'is', null)
    .select((eb) => eb.ref('l.alerts_due_at').$notNull().as('alerts_due_at'));

/** A listing, and since when it is due. */
export type DueKey = Pick<DueListing, 'post_id' | 'alerts_due_at'>;

/** Lists the listings that are due, the longest due first. */
export const listDue = (db: Executor, limit: number): Promise<DueKey[]> =>
  dueListings(db).orderBy('l.alerts_due_at').limit(limit).select('l.post_id').execute();

/**
 * Locks a listing that is due until the transaction ends, so that its post is not deleted before.
 * @returns undefined when another server has compared it, it has changed since, or it was deleted
 */
export async function lockDue(db: Executor, key: DueKey): Promise<DueListing | undefined> {
  await lockRows(db, 'listings', [key.post_id]);
  return dueListings(db)
    .where('l.post_id', '=', key.post_id)
    .where('l.alerts_due_at', '=', key.alerts_due_at)
    .select(['l.post_id', 'l.kind', 'l.material', 'l.town', 'l.terms', 'l.status', 'l.until'])
    .select(['p.author_id', 'p.title'])
    .executeTakeFirst();
}

/** Marks a listing as compared with all alerts. */
export const clearDue = (db: Executor, { post_id }: DueKey) =>
  db.updateTable('listings').set({ alerts_due_at: null }).where('post_id', '=', post_id).execute();

/** What alerts are compared with, but for where it is. */
type MatchedListing = Pick<
  DueListing,
  'post_id' | 'kind' | 'material' | 'terms' | 'author_id' | 'alerts_due_at'
>;

/**
 * Lists the alerts that are for a listing, wherever it is: those made before it was due, not paused, of enabled members
 * other than its author, who did not mute the post, and neither of whom blocks the other.
 * @param after the id of the last one that was listed, or null
 */
export const listMatching = (
  db: Executor,
  { post_id, kind, material, terms, author_id, alerts_due_at }: MatchedListing,
  after: string | null,
  limit: number,
) =>
  db
    .selectFrom('alerts as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .where('m.disabled_at', 'is', null)
    .where('a.paused_at', 'is', null)
    .where('a.created_at', '<=', alerts_due_at)
    .where('a.member_id', '!=', author_id)
    .where(isNotBlocked(db, author_id, 'a.member_id'))
    .where((eb) => eb.or([eb('a.kind', 'is', null), eb('a.kind', '=', kind)]))
    .where((eb) => eb.or([eb('a.material', 'is', null), eb('a.material', '=', material)]))
    .$if(terms !== 'free', (query) => query.where('a.free', '=', 0))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('mutes as u')
            .where('u.post_id', '=', post_id)
            .whereRef('u.member_id', '=', 'a.member_id')
            .select('u.member_id'),
        ),
      ),
    )
    .$if(after !== null, (query) => query.where('a.id', '>', after as string))
    .orderBy('a.id')
    .limit(limit)
    .select(['a.id', 'a.member_id', 'a.town', 'a.within_km'])
    .execute();
