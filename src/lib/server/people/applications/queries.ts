import type { ListQuery } from '#lib/contract/pagination.ts';
import type { ApplicationTable, Executor } from '#lib/server/platform/db/schema.ts';

type Status = ApplicationTable['status'];

export const insertApplication = (db: Executor, application: ApplicationTable) =>
  db.insertInto('applications').values(application).execute();

/** Leaves out addresses that have an account, whose applications only serve equal timing. */
const applicationsOfOthers = (db: Executor) =>
  db
    .selectFrom('applications as a')
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('members as m').whereRef('m.email', '=', 'a.email').select('m.id')),
      ),
    );

/** For staff: newest first. */
export const listApplications = (db: Executor, status: Status, { cursor, limit }: ListQuery) =>
  applicationsOfOthers(db)
    .where('a.status', '=', status)
    .$if(cursor !== null, (query) => query.where('a.id', '<', cursor ?? ''))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .selectAll('a')
    .execute();

/** Those that wait for staff, the oldest first. */
export const listWaiting = (db: Executor, limit: number) =>
  applicationsOfOthers(db)
    .where('a.status', '=', 'waiting')
    .orderBy('a.id')
    .limit(limit)
    .selectAll('a')
    .execute();

/** The number of applications that wait for staff. */
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
 * Stores a decision of staff.
 * @param from the expected current status
 * @returns undefined when the status has changed
 */
export const decideApplication = (db: Executor, id: string, from: Status[], decision: Decision) =>
  db
    .updateTable('applications')
    .set(decision)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();

/** Finds the applicant of a link. @param now milliseconds since 1970 */
export const findByToken = (db: Executor, tokenHash: string, now: number) =>
  db
    .selectFrom('applications')
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .selectAll()
    .executeTakeFirst();

/**
 * Uses up a link.
 * @param status the application's new status
 * @returns undefined when the link was already used
 */
export const consumeToken = (db: Executor, tokenHash: string, status: Status) =>
  db
    .updateTable('applications')
    .set({ status, token_hash: null, token_expires_at: null })
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst();

type Joining = Pick<ApplicationTable, 'member_id' | 'terms_version' | 'privacy_version'>;

/** Records the new member on the application, and in the import that invited them. */
export async function setMember(db: Executor, id: string, joined: Joining): Promise<void> {
  await db.updateTable('applications').set(joined).where('id', '=', id).execute();
  const { member_id } = joined;
  await db.updateTable('import_rows').set({ member_id }).where('application_id', '=', id).execute();
}

/** Deletes all applications and import rows of an email, except its member's. */
export async function deleteUnusedByEmail(db: Executor, email: string): Promise<void> {
  for (const table of ['applications', 'import_rows'] as const)
    await db.deleteFrom(table).where('email', '=', email).where('member_id', 'is', null).execute();
}

/** Times before which applications are deleted, in milliseconds since 1970. */
interface Expiry {
  unconfirmed: number;
  declined: number;
  waiting: number;
  /** those of addresses that have an account */
  ofMembers: number;
}

/** Deletes applications that led to nothing. */
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
