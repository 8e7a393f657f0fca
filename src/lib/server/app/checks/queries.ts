import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** @returns the time of the newest post, milliseconds since 1970; 0 without one */
export async function findNewestPostTime(db: Executor): Promise<number> {
  const { rows } = await sql<{ time: number | null }>`
    select max(created_at) as time from posts`.execute(db);
  return rows[0]?.time ?? 0;
}
