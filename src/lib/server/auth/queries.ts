import type { Executor } from '#lib/server/db/schema.ts';

export const findCredentials = (db: Executor, id: string) =>
  db
    .selectFrom('members')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select(['password_hash', 'email', 'first_name', 'last_name'])
    .executeTakeFirst();

export const updatePasswordHash = (db: Executor, id: string, passwordHash: string) =>
  db.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', id).execute();
