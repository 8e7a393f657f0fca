import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Runs a trivial query. @throws the database’s error when it is unavailable */
export const ping = (db: Executor) => sql`select 1`.execute(db);
