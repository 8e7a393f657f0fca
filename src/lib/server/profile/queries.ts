import type { NameInput } from '#lib/contract/profile.ts';
import type { Executor } from '#lib/server/db/schema.ts';

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export const findProfile = (db: Executor, id: string) =>
  db
    .selectFrom('members')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select([
      'id',
      'first_name',
      'middle_name',
      'last_name',
      'role',
      'email',
      'contact_phone',
      'birthdate',
      'joined_at',
      'avatar_key',
    ])
    .executeTakeFirst();

export const setName = (db: Executor, id: string, name: NameInput) =>
  db.updateTable('members').set(name).where('id', '=', id).execute();

/** @param phone 09 and 9 digits */
export const setPhone = (db: Executor, id: string, phone: string) =>
  db.updateTable('members').set({ contact_phone: phone }).where('id', '=', id).execute();

export const setAvatar = (db: Executor, id: string, avatarKey: string) =>
  db.updateTable('members').set({ avatar_key: avatarKey }).where('id', '=', id).execute();
