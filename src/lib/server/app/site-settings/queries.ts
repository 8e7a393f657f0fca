import type { Executor, Schema } from '#lib/server/platform/db/schema.ts';

type Row = Schema['site_settings'];

export const findSettings = (db: Executor): Promise<Row | undefined> =>
  db.selectFrom('site_settings').selectAll().executeTakeFirst();

/**
 * Stores settings as the next version.
 * @param version that they are based on
 * @returns undefined if there is a newer one
 */
export const upsertSettings = (
  db: Executor,
  version: number,
  row: Omit<Row, 'id' | 'version'>,
): Promise<Row | undefined> =>
  db
    .insertInto('site_settings')
    .values({ ...row, id: 1, version: version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...row, version: version + 1 })
        .where('site_settings.version', '=', version),
    )
    .returningAll()
    .executeTakeFirst();
