import { TOKEN_PREFIX } from '#lib/contract/people/personal-tokens.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

/**
 * Inserts a personal access token with the scope `write`, for tests that do not cover its creation.
 * @returns the token
 */
export async function insertToken(db: Executor, member_id: string): Promise<string> {
  const token = TOKEN_PREFIX + randomToken();
  const given = { name: 'App', scope: 'write', until: null, used_on: null } as const;
  await db
    .insertInto('personal_tokens')
    .values({ id: newId(), member_id, token_hash: hashToken(token), created_at: 1, ...given })
    .execute();
  return token;
}
