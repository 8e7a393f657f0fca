import type { NameInput } from '#lib/contract/profile.ts';
import type { Executor } from '#lib/server/db/schema.ts';

/** A member's own row, as it comes from the database. */
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** Finds what a member may see of their own account. */
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

/** Gives a member another name. */
export const setName = (db: Executor, id: string, name: NameInput) =>
  db.updateTable('members').set(name).where('id', '=', id).execute();

/** Gives a member another phone number. @param phone 09 and 9 digits */
export const setPhone = (db: Executor, id: string, phone: string) =>
  db.updateTable('members').set({ contact_phone: phone }).where('id', '=', id).execute();

/** Gives a member another picture. @param avatarKey its storage key */
export const setAvatar = (db: Executor, id: string, avatarKey: string) =>
  db.updateTable('members').set({ avatar_key: avatarKey }).where('id', '=', id).execute();
