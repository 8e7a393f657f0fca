import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import type { PasswordChange } from '#lib/contract/people/passwords.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { hasPasskeys } from '#lib/server/people/passkeys/queries.ts';
import { deleteTokensByMember } from '#lib/server/people/personal-tokens/queries.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { deleteSessionsByMember, updateSessionToken } from '#lib/server/people/sessions/queries.ts';
import {
  type Ctx,
  requireSessionId,
  requireViewer,
  type Services,
} from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { passwordChangedEmail } from '#lib/server/platform/email/templates.ts';
import { fieldError, unauthenticated } from '#lib/server/platform/errors.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import { isCommonPassword } from './common-passwords.ts';
import { createDeviceToken } from './device-tokens.ts';
import { LIMITS } from './limits.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { findCredentials } from './queries.ts';

const DAY_MS = 86_400_000;

/** Whose password it is: words of theirs are easy to guess. */
interface PasswordOwner {
  email: string;
  first_name: string;
  last_name: string;
}

/**
 * @param field of the input
 * @throws AppError common_password
 */
export function rejectCommonPassword(password: string, member: PasswordOwner, field: string): void {
  const [mailbox = ''] = member.email.split('@', 1);
  const personalWords = [`${member.first_name} ${member.last_name}`, mailbox];
  if (isCommonPassword(password, personalWords)) throw fieldError(field, 'common_password');
}

/**
 * Replaces a member's password, ends their sessions and personal access tokens, and queues an email about it.
 * @param passwordHash argon2id in PHC form
 * @param exceptSessionId the session that remains, or null
 * @returns the member's email, or null when the member is gone
 */
export async function replacePassword(
  services: Services,
  tx: Executor,
  memberId: string,
  passwordHash: string,
  exceptSessionId: string | null,
): Promise<string | null> {
  const member = await findCredentials(tx, 'id', memberId);
  if (!member) return null;
  await updateMember(tx, memberId, { password_hash: passwordHash });
  await deleteSessionsByMember(tx, memberId, exceptSessionId);
  await deleteTokensByMember(tx, memberId);
  const to = { name: `${member.first_name} ${member.last_name}`, address: member.email };
  const passkeysUrl = (await hasPasskeys(tx, memberId))
    ? `${services.config.publicUrl}${PASSKEYS_PATH}`
    : null;
  await enqueueEmail(services, tx, passwordChangedEmail(to, passkeysUrl), DAY_MS);
  return member.email;
}

/**
 * Changes the viewer's password, ends their other sessions, and gives this one a new token: a copy of the old one is
 * worthless (ASVS 7.2.4).
 * @returns the new values of the cookies `session` and `device`
 * @throws AppError wrong_current_password, common_password, rate_limited
 */
export async function changePassword(
  ctx: Ctx,
  input: PasswordChange,
): Promise<{ session: string; device: string }> {
  const { id } = requireViewer(ctx);
  const sessionId = requireSessionId(ctx);
  const credentials = await findCredentials(ctx.db, 'id', id);
  if (!credentials) throw unauthenticated();
  rejectCommonPassword(input.new_password, credentials, 'new_password');
  await ctx.limits.consume(LIMITS.changePassword, id);
  if (!(await verifyPassword(input.old_password, credentials.password_hash))) {
    ctx.log.warn({ event: 'password_change_failed', requestId: ctx.requestId, member: id });
    throw fieldError('old_password', 'wrong_current_password');
  }
  const passwordHash = await hashPassword(input.new_password);
  const session = randomToken();
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await replacePassword(ctx, tx, id, passwordHash, sessionId);
    await updateSessionToken(tx, sessionId, hashToken(session), ctx.now());
  });
  ctx.log.info({ event: 'password_changed', requestId: ctx.requestId, member: id });
  const device = createDeviceToken(ctx, { email: credentials.email, passwordHash });
  return { session, device };
}
