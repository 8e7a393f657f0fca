import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { addMember } from './factories.ts';
import type { LoadContext } from './load-context.ts';
import { members } from './members.ts';

const DAY = 86_400_000;
/** The password of every demo member, shown by the README and `npm start`. */
export const PASSWORD = 'Straw-for-7-Cows';

/** @returns the members' ids by key */
export async function loadMembers(
  tx: Executor,
  { images, now }: LoadContext,
): Promise<Map<string, string>> {
  const password_hash = await hashPassword(PASSWORD);
  const ids = new Map<string, string>();
  for (const { key, joinedDaysAgo, avatar, ...row } of members) {
    const { id } = await addMember(tx, {
      ...row,
      password_hash,
      avatar_key: avatar && images.take(avatar),
      joined_at: now - joinedDaysAgo * DAY,
    });
    ids.set(key, id);
  }
  return ids;
}
