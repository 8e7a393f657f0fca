import { sql } from 'kysely';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

const NAME = 'database';

// A commit waits for one of these standbys: what is written has a second copy.
const HAS_STANDBY = sql`current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') not in ('off', 'local')`;

/**
 * Writes the row of the probes: one for all servers.
 * @param now milliseconds since 1970
 * @returns how often it was written, and when last while a standby had a copy of it
 */
export const writeProbe = (db: Executor, dialect: DialectName, now: number) =>
  db
    .insertInto('write_probes')
    .values({
      name: NAME,
      writes: 1,
      copied_at:
        dialect === 'postgres'
          ? sql<number | null>`case when ${HAS_STANDBY} then ${now}::bigint end`
          : null,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        writes: eb('write_probes.writes', '+', 1),
        copied_at: eb.fn.coalesce('excluded.copied_at', 'write_probes.copied_at'),
      })),
    )
    .returning(['writes', 'copied_at'])
    .executeTakeFirstOrThrow();

/** @returns how often the row of the probes was written */
export async function countProbes(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('write_probes')
    .where('name', '=', NAME)
    .select('writes')
    .executeTakeFirst();
  return row?.writes ?? 0;
}
