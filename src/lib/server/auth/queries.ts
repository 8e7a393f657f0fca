import type { Executor } from '#lib/server/db/schema.ts';

/** Finds a member's password hash, and where letters about it go. */
export const findCredentials = (db: Executor, id: string) =>
  db
    .selectFrom('members')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select(['password_hash', 'email', 'first_name', 'last_name'])
    .executeTakeFirst();

/** Gives a member a new password. @param passwordHash argon2id in PHC form */
export const updatePasswordHash = (db: Executor, id: string, passwordHash: string) =>
  db.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', id).execute();
