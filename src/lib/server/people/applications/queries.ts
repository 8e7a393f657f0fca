import type { ListQuery } from '#lib/contract/pagination.ts';
import type { ApplicationTable, Executor } from '#lib/server/platform/db/schema.ts';

type Status = ApplicationTable['status'];

export const insertApplication = (db: Executor, application: ApplicationTable) =>
  db.insertInto('applications').values(application).execute();

/** Without those of addresses that have an account: they are there for the timing alone. */
const applicationsOfOthers = (db: Executor) =>
  db
    .selectFrom('applications as a')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('members as m').whereRef('m.email', '=', 'a.email').select('m.id')),
      ),
    );

/** For staff: the newest first. */
export const listApplications = (db: Executor, status: Status, { cursor, limit }: ListQuery) =>
  applicationsOfOthers(db)
    .where('a.status', '=', status)
    .$if(cursor !== null, (query) => query.where('a.id', '<', cursor ?? ''))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .selectAll('a')
    .execute();

/** How many wait for staff. */
export async function countWaiting(db: Executor): Promise<number> {
  const { count } = await applicationsOfOthers(db)
    .where('a.status', '=', 'waiting')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findApplication = (db: Executor, id: string) =>
  applicationsOfOthers(db).where('a.id', '=', id).selectAll('a').executeTakeFirst();

/** A decision of staff. */
type Decision = Pick<
  ApplicationTable,
  'status' | 'decided_by' | 'decided_at' | 'reason' | 'token_hash' | 'token_expires_at'
>;

/**
 * Stores what staff decided.
 * @param from the status that the decision is about
 * @returns undefined when it has another status by now
 */
export const decideApplication = (db: Executor, id: string, from: Status[], decision: Decision) =>
  db
    .updateTable('applications')
    .set(decision)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();

/** Finds who may choose a password with a link. @param now milliseconds since 1970 */
export const findByToken = (db: Executor, tokenHash: string, now: number) =>
  db
    .selectFrom('applications')
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .selectAll()
    .executeTakeFirst();

/**
 * Uses up a link.
 * @param status of the application from now on
 * @returns undefined when it was used before
 */
export const consumeToken = (db: Executor, tokenHash: string, status: Status) =>
  db
    .updateTable('applications')
    .set({ status, token_hash: null, token_expires_at: null })
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst();

type Joining = Pick<ApplicationTable, 'member_id' | 'terms_version' | 'privacy_version'>;

/** Notes who an application has become, also in the list that they were invited from. */
export async function setMember(db: Executor, id: string, joined: Joining): Promise<void> {
  await db.updateTable('applications').set(joined).where('id', '=', id).execute();
  const { member_id } = joined;
  await db.updateTable('import_rows').set({ member_id }).where('application_id', '=', id).execute();
}

/** Deletes all applications of an email, and invitations from lists, but that of its member. */
export async function deleteUnusedByEmail(db: Executor, email: string): Promise<void> {
  for (const table of ['applications', 'import_rows'] as const)
    await db.deleteFrom(table).where('email', '=', email).where('member_id', 'is', null).execute();
}

/** Times before which applications are deleted, in milliseconds since 1970. */
interface Expiry {
  unconfirmed: number;
  declined: number;
  waiting: number;
  /** of addresses that have an account */
  ofMembers: number;
}

/** Deletes what came to nothing. */
export const deleteExpired = (db: Executor, expiry: Expiry) =>
  db
    .deleteFrom('applications')
    .where('member_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('token_expires_at', '<', expiry.unconfirmed),
        eb.and([eb('status', '=', 'declined'), eb('decided_at', '<', expiry.declined)]),
        eb.and([eb('status', '=', 'waiting'), eb('created_at', '<', expiry.waiting)]),
        eb.and([
          eb('created_at', '<', expiry.ofMembers),
          eb('email', 'in', eb.selectFrom('members').select('email')),
        ]),
      ]),
    )
    .execute();
