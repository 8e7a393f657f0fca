import { joinLinkPath } from '#lib/contract/join-paths.ts';
import type { Services } from '#lib/server/context.ts';
import type { ApplicationTable } from '#lib/server/db/schema.ts';
import { hashToken, randomToken } from '#lib/server/secrets.ts';

const DAY_MS = 86_400_000;
/** For so many days a link of an email works. */
export const LINK_DAYS = 7;
/** The emails are dropped unsent when the link has expired. */
export const LINK_MS = LINK_DAYS * DAY_MS;

/** @returns a new link, and what is stored of it */
export function createJoinLink({ config, clock }: Services): {
  link: string;
  stored: Pick<ApplicationTable, 'token_hash' | 'token_expires_at'>;
} {
  const token = randomToken();
  return {
    link: config.publicUrl + joinLinkPath(token),
    stored: { token_hash: hashToken(token), token_expires_at: clock.latest() + LINK_MS },
  };
}
