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

type OwnAlert = Pick<AlertTable, 'id' | 'member_id'>;

/**
 * Pauses or resumes an alert.
 * @param pausedAt null to resume
 * @returns undefined when the member does not have this alert
 */
export const setPaused = (db: Executor, { id, member_id }: OwnAlert, pausedAt: number | null) =>
  db
    .updateTable('alerts')
    .set({ paused_at: pausedAt })
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returningAll()
    .executeTakeFirst();

/** @returns false when the member does not have this alert */
export async function deleteAlert(db: Executor, { id, member_id }: OwnAlert): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** A listing to compare with the alerts. */
export interface DueListing extends Pick<
  ListingTable,
  'post_id' | 'kind' | 'material' | 'town' | 'terms' | 'status' | 'until'
> {
  alerts_due_at: number;
  author_id: string;
  title: string;
}

/** Listings of a disabled member wait until the member is enabled. */
const dueListings = (db: Executor) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .where('l.alerts_due_at', 'is not', null)
    .where('m.disabled_at', 'is', null)
    .select((eb) => eb.ref('l.alerts_due_at').$notNull().as('alerts_due_at'));

/** A listing, and when it became due. */
export type DueKey = Pick<DueListing, 'post_id' | 'alerts_due_at'>;

/** Lists due listings, longest due first. */
export const listDue = (db: Executor, limit: number): Promise<DueKey[]> =>
  dueListings(db).orderBy('l.alerts_due_at').limit(limit).select('l.post_id').execute();

/**
 * Locks a due listing until the transaction ends, so that its post is not deleted before.
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

export const clearDue = (db: Executor, { post_id }: DueKey) =>
  db.updateTable('listings').set({ alerts_due_at: null }).where('post_id', '=', post_id).execute();

/** The fields of a listing that alerts match, besides its place. */
type MatchedListing = Pick<
  DueListing,
  'post_id' | 'kind' | 'material' | 'terms' | 'author_id' | 'alerts_due_at'
>;

/**
 * Lists the alerts that match a listing, wherever it is: created before it became due, not paused, of enabled members
 * other than the author who have not muted the post, with no block between the two.
 * @param after the last alert of the previous batch, or null
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
