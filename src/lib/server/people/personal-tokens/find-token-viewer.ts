import { TOKEN_PREFIX } from '#lib/contract/people/personal-tokens.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Services, Viewer } from '#lib/server/platform/context.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';
import { regionDay } from '#lib/site.ts';

import { findToken, setTokenUsed } from './queries.ts';

const TOKEN = new RegExp(String.raw`^${TOKEN_PREFIX}[\w-]{43}$`);

/**
 * Finds whose personal access token it is, and notes the day of its use.
 * @param secret as it was sent
 * @returns null for one that is unknown, removed, ended or of a disabled member
 */
export async function findTokenViewer(services: Services, secret: string): Promise<Viewer | null> {
  if (!TOKEN.test(secret)) return null;
  const today = regionDay(services.now());
  // The hash is looked up, so the time it takes reveals nothing about existing tokens.
  const row = await findToken(services.db, hashToken(secret), today);
  if (!row) return null;
  if (row.used_on !== today)
    await setTokenUsed(services.db, row.token_id, today)
      // A full disk does not keep programs from reading.
      .catch((error: unknown) => services.log.warn({ event: 'token_touch_failed', error }));
  return {
    id: row.member_id,
    role: row.role,
    account: toAccount(row),
    sessionId: null,
    confirmedAt: 0,
    token: { id: row.token_id, scope: row.scope },
  };
}
