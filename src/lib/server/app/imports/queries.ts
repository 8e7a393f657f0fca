import type { ListQuery } from '#lib/contract/pagination.ts';
import type {
  Executor,
  ImportBatchTable,
  ImportRowTable,
  MemberTable,
} from '#lib/server/platform/db/schema.ts';

export const insertBatch = (db: Executor, batch: ImportBatchTable) =>
  db.insertInto('import_batches').values(batch).execute();

export const setRowsCount = (db: Executor, id: string, rows_count: number) =>
  db.updateTable('import_batches').set({ rows_count }).where('id', '=', id).execute();

/** The base of queries by staff: imports with their authors. */
const batchesWithMaker = (db: Executor) =>
  db
    .selectFrom('import_batches as b')
    .leftJoin('members as m', 'm.id', 'b.made_by')
    .selectAll('b')
    .select(['m.first_name', 'm.last_name']);

/** An import with the name of its author. */
export type BatchRow = Awaited<ReturnType<typeof listBatches>>[number];

/** Newest first. */
export const listBatches = (db: Executor, { cursor, limit }: ListQuery) =>
  batchesWithMaker(db)
    .$if(cursor !== null, (query) => query.where('b.id', '<', cursor ?? ''))
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute();

export const findBatch = (db: Executor, id: string) =>
  batchesWithMaker(db).where('b.id', '=', id).executeTakeFirst();

/** In the order of the list. */
export const listRows = (db: Executor, batchId: string) =>
  db
    .selectFrom('import_rows')
    .where('batch_id', '=', batchId)
    .orderBy('line')
    .selectAll()
    .execute();

/** Inserts rows whose email is new: concurrent imports may have the same email. @returns how many */
export async function insertRows(db: Executor, rows: ImportRowTable[]): Promise<number> {
  if (rows.length === 0) return 0;
  const inserted = await db
    .insertInto('import_rows')
    .values(rows)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

/** Adds members, except those whose phone number was taken since. @returns the ids of the added members */
export async function insertMembers(db: Executor, members: MemberTable[]): Promise<Set<string>> {
  if (members.length === 0) return new Set();
  const inserted = await db
    .insertInto('members')
    .values(members)
    .onConflict((conflict) => conflict.column('sign_in_phone').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** @returns the values that the query finds; PostgreSQL allows no empty lists */
const findAmong = async (among: string[], query: () => Promise<{ value: string | null }[]>) =>
  new Set(among.length > 0 ? (await query()).map(({ value }) => value) : []);

/** Finds the given emails and phone numbers among members, applicants and imports. */
export async function findKnown(db: Executor, emails: string[], phones: string[]) {
  const members = (by: 'email' | 'sign_in_phone' | 'contact_phone', among: string[]) =>
    findAmong(among, () =>
      db.selectFrom('members').where(by, 'in', among).select(`${by} as value`).execute(),
    );
  return {
    emails: await members('email', emails),
    signInPhones: await members('sign_in_phone', phones),
    contactPhones: await members('contact_phone', phones),
    // Numbers that are claimed but not confirmed.
    claimedPhones: await findAmong(phones, () =>
      db
        .selectFrom('sign_in_phone_claims as c')
        .innerJoin('members as m', 'm.sign_in_phone', 'c.phone')
        .whereRef('m.id', '=', 'c.member_id')
        .where('c.phone', 'in', phones)
        .select('c.phone as value')
        .execute(),
    ),
    invited: await findAmong(emails, () =>
      db
        .selectFrom('import_rows')
        .where('email', 'in', emails)
        .where((eb) => eb.or([eb('sent_at', 'is', null), eb('application_id', 'is not', null)]))
        .select('email as value')
        .execute(),
    ),
    applied: await findAmong(emails, () =>
      db
        .selectFrom('applications')
        .where('email', 'in', emails)
        .where('status', 'in', ['emailed', 'waiting', 'admitted'])
        .select('email as value')
        .execute(),
    ),
  };
}

/** Deletes rows whose invitation expired unused, so that their people can be invited again. */
export async function deleteEndedRows(db: Executor, emails: string[]): Promise<void> {
  if (emails.length === 0) return;
  await db
    .deleteFrom('import_rows')
    .where('email', 'in', emails)
    .where('sent_at', 'is not', null)
    .where('application_id', 'is', null)
    .where('member_id', 'is', null)
    .execute();
}

/** Lists the imports with unsent invitations. */
export async function listWaitingBatches(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('import_rows')
    .where('sent_at', 'is', null)
    .where('member_id', 'is', null)
    .select('batch_id')
    .distinct()
    .execute();
  return rows.map(({ batch_id }) => batch_id);
}

/** Lists the unsent invitations, oldest first. */
export const listWaiting = (db: Executor, batchIds: string[], limit: number) =>
  db
    .selectFrom('import_rows as r')
    .innerJoin('import_batches as b', 'b.id', 'r.batch_id')
    .leftJoin('members as m', 'm.email', 'r.email')
    .where('r.batch_id', 'in', batchIds)
    .where('r.sent_at', 'is', null)
    .where('r.member_id', 'is', null)
    .orderBy('r.id')
    .limit(limit)
    .selectAll('r')
    .select(['b.language', 'b.made_by', 'm.id as known_id'])
    .execute();

/** Counts the invitations sent in a period. */
export async function countSent(db: Executor, from: number, until: number): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .where('sent_at', '>', from)
    .where('sent_at', '<=', until)
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const setSent = (db: Executor, id: string, sent_at: number, application_id: string) =>
  db.updateTable('import_rows').set({ sent_at, application_id }).where('id', '=', id).execute();

export const deleteRow = (db: Executor, id: string) =>
  db.deleteFrom('import_rows').where('id', '=', id).execute();

/** @returns undefined when it was already undone */
export const setUndone = (db: Executor, id: string, undone_at: number) =>
  db
    .updateTable('import_batches')
    .set({ undone_at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** Deletes the unused invitations of an import. @returns how many */
export async function deleteUnusedRows(db: Executor, batchId: string): Promise<number> {
  const unused = db
    .selectFrom('import_rows')
    .where('batch_id', '=', batchId)
    .where('member_id', 'is', null);
  await db
    .deleteFrom('applications')
    .where('id', 'in', unused.select('application_id').$castTo<{ application_id: string }>())
    .where('member_id', 'is', null)
    .where('status', '!=', 'joined')
    .execute();
  const deleted = await db
    .deleteFrom('import_rows')
    .where('batch_id', '=', batchId)
    .where('member_id', 'is', null)
    .returning('id')
    .execute();
  return deleted.length;
}

/** Deletes people who did not become members, and imports without any people. @param before milliseconds since 1970 */
export async function deleteOldRows(db: Executor, before: number): Promise<void> {
  const old = db.selectFrom('import_batches').where('created_at', '<', before).select('id');
  await db
    .deleteFrom('import_rows')
    .where('member_id', 'is', null)
    .where('batch_id', 'in', old)
    .execute();
  await db
    .deleteFrom('import_batches')
    .where('created_at', '<', before)
    .where('id', 'not in', db.selectFrom('import_rows').select('batch_id'))
    .execute();
}
