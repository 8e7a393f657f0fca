import type { Executor, ExportTable } from '#lib/server/platform/db/schema.ts';

/** Finds a member's newest export that is waiting, or can be downloaded. @param now milliseconds since 1970 */
export const findExport = (db: Executor, memberId: string, now: number) =>
  db
    .selectFrom('exports')
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();

/** Finds a member's newest export that can be downloaded. */
export const findReadyExport = (db: Executor, memberId: string, now: number) =>
  db
    .selectFrom('exports')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .select((eb) => ['id', eb.ref('file_key').$notNull().as('file_key')])
    .executeTakeFirst();

export const insertExport = (db: Executor, row: ExportTable) =>
  db.insertInto('exports').values(row).execute();

/** A waiting export with its lease number, which protects the leases of other servers. */
export type DueExport = Pick<ExportTable, 'id' | 'member_id' | 'attempts'>;

/** Lists due exports, longest waiting first. */
export const listDueExports = (db: Executor, now: number, limit: number): Promise<DueExport[]> =>
  db
    .selectFrom('exports')
    .where('file_key', 'is', null)
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(limit)
    .select(['id', 'member_id', 'attempts'])
    .execute();

/**
 * Sets the end of a waiting export's lease, or its next attempt.
 * @param attempts the new lease number
 * @returns false when another server has the lease, or the export is finished
 */
export async function moveExport(
  db: Executor,
  row: DueExport,
  { run_at, attempts }: Pick<ExportTable, 'run_at' | 'attempts'>,
): Promise<boolean> {
  const moved = await db
    .updateTable('exports')
    .set({ run_at, attempts })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('file_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Makes exports due whose time was set too far ahead by a wrong clock. */
export const drawBackExports = (db: Executor, after: number, now: number) =>
  db
    .updateTable('exports')
    .set({ run_at: now })
    .where('file_key', 'is', null)
    .where('run_at', '>', after)
    .execute();

/** Marks an export as finished. @returns its member; undefined when it was already finished, or the member is gone */
export const finishExport = (
  db: Executor,
  id: string,
  made: Pick<ExportTable, 'file_key' | 'bytes' | 'ready_at' | 'expires_at'>,
) =>
  db
    .updateTable('exports')
    .set(made)
    .where('id', '=', id)
    .where('file_key', 'is', null)
    .returning('member_id')
    .executeTakeFirst();

/** Deletes exports, and leaves their files to the job for leftovers. */
async function deleteExports(db: Executor, rows: Pick<ExportTable, 'id' | 'file_key'>[]) {
  if (rows.length === 0) return;
  const keys = rows.flatMap(({ file_key }) => (file_key === null ? [] : [{ key: file_key }]));
  if (keys.length > 0)
    await db
      .insertInto('leftovers')
      .values(keys)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('exports').where('id', 'in', ids).execute();
}

/** Deletes a member's exports that are older than another. */
export const deleteExportsBefore = async (db: Executor, memberId: string, id: string) =>
  deleteExports(
    db,
    await db
      .selectFrom('exports')
      .where('member_id', '=', memberId)
      .where('id', '<', id)
      .select(['id', 'file_key'])
      .execute(),
  );

/** Deletes a batch of expired exports. @returns how many */
export async function deleteExpiredExports(
  db: Executor,
  now: number,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('exports')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .select(['id', 'file_key'])
    .execute();
  await deleteExports(db, rows);
  return rows.length;
}

/** Deletes a member's unfinished exports. */
export const deleteWaitingExports = (db: Executor, memberId: string) =>
  db
    .deleteFrom('exports')
    .where('member_id', '=', memberId)
    .where('file_key', 'is', null)
    .execute();

/** @returns the keys that rows refer to */
export async function listUsedExportKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('exports')
    .where('file_key', 'in', keys)
    .select((eb) => eb.ref('file_key').$notNull().as('key'))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Finds the recipient of an email about an export. */
export const findRecipient = (db: Executor, memberId: string) =>
  db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['first_name', 'last_name', 'email'])
    .executeTakeFirst();
