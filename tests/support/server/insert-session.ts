import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

/**
 * Inserts a session, for tests that do not cover the login.
 * @returns the value of the session cookie
 */
export async function insertSession(
  db: Executor,
  member_id: string,
  user_agent = '',
): Promise<string> {
  const token = randomToken();
  const now = Date.now();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      member_id,
      user_agent,
      token_hash: hashToken(token),
      created_at: now,
      seen_at: now,
      confirmed_at: now,
    })
    .execute();
  return token;
}
