import type { Executor } from '#lib/server/db/schema.ts';
import { hashPassword } from '#lib/server/auth/password-hash.ts';

import { addMember } from './factories.ts';
import type { Load } from './load.ts';
import { members } from './members.ts';

const DAY = 86_400_000;
/** Every demo member's password; the README and `npm start` name it. */
const PASSWORD = 'Palay-2026!';

/** @returns the id of each member's key */
export async function loadMembers(
  tx: Executor,
  { pictures, now }: Load,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { key, joinedDaysAgo, avatar, ...row } of members) {
    const { id } = await addMember(tx, {
      ...row,
      password_hash: await hashPassword(PASSWORD),
      avatar_key: avatar && pictures.take(avatar),
      joined_at: now - joinedDaysAgo * DAY,
    });
    ids.set(key, id);
  }
  return ids;
}
