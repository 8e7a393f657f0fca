import type { Executor } from '#lib/server/db/schema.ts';
import { enabledMembers, MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

/**
 * Finds an enabled member with their password's hash.
 * @param value an id, or an email in lower case
 */
export const findCredentials = (db: Executor, by: 'id' | 'email', value: string) =>
  enabledMembers(db)
    .where(`m.${by}`, '=', value)
    .select([...MEMBER_COLUMNS, 'm.email', 'm.password_hash'])
    .executeTakeFirst();
