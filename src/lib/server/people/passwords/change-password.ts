import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import type { PasswordChange } from '#lib/contract/people/sign-in/passwords.ts';
import { createDeviceToken } from '#lib/server/people/credentials/device-tokens.ts';
import { hashPassword, verifyPassword } from '#lib/server/people/credentials/password-hash.ts';
import { findCredentials, loginOf } from '#lib/server/people/credentials/queries.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { hasPasskeys } from '#lib/server/people/passkeys/queries.ts';
import { deleteDeskCodeOf } from '#lib/server/people/passwords/desk-codes/queries.ts';
import { passwordChangedEmail } from '#lib/server/people/passwords/emails.ts';
import { endTokenAccess } from '#lib/server/people/personal-tokens/end-access.ts';
import { deleteSessionsByMember, updateSessionToken } from '#lib/server/people/sessions/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { fieldError, unauthenticated } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import { rejectCommonPassword } from './common-password.ts';

const DAY_MS = 86_400_000;

export const LIMITS = defineLimits({
  // Each costs a hash; a successful one costs two, and an email.
  changePassword: {
    what: "a member's changes of the password, and attempts with a wrong current one",
    points: 10,
    seconds: 900,
  },
});

/**
 * Replaces a member's password, ends their sessions and personal access tokens, and queues an email about it.
 * @param passwordHash argon2id in PHC form
 * @param exceptSessionId the session to keep, or null
 * @returns the member, or null when the member is gone
 */
export async function replacePassword(
  services: Services,
  tx: Executor,
  memberId: string,
  passwordHash: string,
  exceptSessionId: string | null,
): Promise<Awaited<ReturnType<typeof findCredentials>> | null> {
  const member = await findCredentials(tx, 'id', memberId);
  if (!member) return null;
  await updateMember(tx, memberId, { password_hash: passwordHash });
  await deleteSessionsByMember(tx, memberId, exceptSessionId);
  await endTokenAccess(services, tx, memberId);
  await deleteDeskCodeOf(tx, memberId);
  const passkeysUrl = (await hasPasskeys(tx, memberId))
    ? `${services.config.publicUrl}${PASSKEYS_PATH}`
    : null;
  const write = (to: Email['to']) => passwordChangedEmail(to, passkeysUrl);
  await enqueueEmailTo(services, tx, member, write, DAY_MS);
  return member;
}

/**
 * Changes the viewer's password, ends their other sessions, and gives this session a new token: a copy of the old
 * token becomes worthless (ASVS 7.2.4).
 * @returns the new values of the cookies `session` and `device`
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
  const device = createDeviceToken(ctx, { login: loginOf(credentials), passwordHash });
  return { session, device };
}
