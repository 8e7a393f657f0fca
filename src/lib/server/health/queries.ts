import { sql } from 'kysely';

import type { Executor } from '#lib/server/db/schema.ts';

/** Asks the database for a sign of life. @throws what the database says when it is away */
export const ping = (db: Executor) => sql`select 1`.execute(db);
