import type { PasswordChange } from '#lib/contract/passwords.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { enqueueEmail } from '#lib/server/email/email-queue.ts';
import { passwordChangedEmail } from '#lib/server/email/templates.ts';
import { fieldError, unauthenticated } from '#lib/server/errors.ts';
import { deleteSessionsByMember } from '#lib/server/sessions/queries.ts';

import { isCommonPassword } from './common-passwords.ts';
import { createDeviceToken } from './device-tokens.ts';
import { LIMITS } from './limits.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { findCredentials, updatePasswordHash } from './queries.ts';

const DAY_MS = 86_400_000;

type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;

/**
 * Refuses what guessers try first.
 * @param owner whose it is to be
 * @param field of the input it came in
 * @throws AppError invalid
 */
export function rejectCommonPassword(password: string, owner: Credentials, field: string): void {
  const [mailbox = ''] = owner.email.split('@', 1);
  const ownerWords = [`${owner.first_name} ${owner.last_name}`, mailbox];
  if (!isCommonPassword(password, ownerWords)) return;
  throw fieldError(field, 'common_password');
}

/**
 * Gives a member a new password, ends their sessions and queues the letter that tells them.
 * @param passwordHash argon2id in PHC form
 * @param exceptSessionId the session that goes on, or null for none
 * @returns the member's address, or null when there is no such member any more
 */
export async function replacePassword(
  services: Services,
  tx: Executor,
  memberId: string,
  passwordHash: string,
  exceptSessionId: string | null,
): Promise<string | null> {
  const member = await findCredentials(tx, memberId);
  if (!member) return null;
  await updatePasswordHash(tx, memberId, passwordHash);
  await deleteSessionsByMember(tx, memberId, exceptSessionId);
  const to = { name: `${member.first_name} ${member.last_name}`, address: member.email };
  await enqueueEmail(services, tx, passwordChangedEmail(to), DAY_MS);
  return member.email;
}

async function verifyCurrentPassword(
  ctx: Ctx,
  id: string,
  password: string,
  hash: string,
): Promise<void> {
  await ctx.limits.consume(LIMITS.changePassword, id);
  if (!(await verifyPassword(password, hash))) {
    ctx.log.warn({ event: 'password_change_failed', requestId: ctx.requestId, member: id });
    throw fieldError('old_password', 'wrong_current_password');
  }
}

/**
 * Changes one's password (spec 5); one's other devices are signed out.
 * @returns this browser's new device token
 * @throws AppError forbidden for a wrong current one, invalid for one that is easy to guess; rate_limited; rate_limited
 */
export async function changePassword(ctx: Ctx, input: PasswordChange): Promise<string> {
  const { id, sessionId } = requireViewer(ctx);
  const credentials = await findCredentials(ctx.db, id);
  if (!credentials) throw unauthenticated();
  rejectCommonPassword(input.new_password, credentials, 'new_password');
  await verifyCurrentPassword(ctx, id, input.old_password, credentials.password_hash);
  const passwordHash = await hashPassword(input.new_password);
  await transact(ctx, { invalidates: [] }, (tx) =>
    replacePassword(ctx, tx, id, passwordHash, sessionId),
  );
  ctx.log.info({ event: 'password_changed', requestId: ctx.requestId, member: id });
  return createDeviceToken(ctx, { email: credentials.email, passwordHash });
}
