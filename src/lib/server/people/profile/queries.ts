import { enabledMembers } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

const profileById = precompiled((db, { id }: { id: string }) =>
  enabledMembers(db)
    .where('m.id', '=', id)
    .select([
      'm.id',
      'm.first_name',
      'm.middle_name',
      'm.last_name',
      'm.role',
      'm.email',
      'm.contact_phone',
      'm.birthdate',
      'm.joined_at',
      'm.avatar_key',
      'm.town',
    ]),
);

export const findProfile = async (db: Executor, id: string) => (await profileById(db, { id }))[0];
