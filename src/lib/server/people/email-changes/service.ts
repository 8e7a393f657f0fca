import { emailChangePath } from '#lib/contract/paths.ts';
import { EMAIL_CHANGE_HOURS, type EmailProof } from '#lib/contract/people/email-changes.ts';
import type { EmailInput } from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import {
  emailChangedEmail,
  emailChangeRequestedEmail,
  proveEmail,
} from '#lib/server/people/email-changes/emails.ts';
import { findAnyMember, isEnabledStaff, updateMember } from '#lib/server/people/members/queries.ts';
import { findEnabledOrThrow } from '#lib/server/people/members/service.ts';
import { deleteResetsByMember } from '#lib/server/people/passwords/password-reset/queries.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { enqueueEmail, enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, fieldError, nameField } from '#lib/server/platform/errors.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import * as changes from './queries.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = EMAIL_CHANGE_HOURS * HOUR_MS;

export const LIMITS = defineLimits({
  staffEmail: {
    what: 'emails that staff have sent to a member, for a new password or address',
    points: 10,
    seconds: 3600,
  },
});

const expired = () => new AppError('email_change_expired');
const taken = (email: string) => new AppError('email_taken', { member: email });

/**
 * Asks the owner of a new email to confirm it; until then the member keeps the current one, whose owner is notified.
 * Since an email determines who can reset the password, this requires a fresh confirmation.
 */
export async function requestEmailChange(
  ctx: Ctx,
  id: string,
  { email }: EmailInput,
): Promise<void> {
  const { id: actorId } = authorizeAct(ctx, 'member.email_requested');
  await ctx.limits.consume(LIMITS.staffEmail, id);
  const token = randomToken();
  const created_at = ctx.now();
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.email_requested', [id]);
    const member = await findEnabledOrThrow(tx, id);
    if (member.email === email) throw fieldError('email', 'no_changes');
    if (await findAnyMember(tx, 'email', email)) throw nameField(taken(email), 'email');
    const times = { created_at, expires_at: created_at + LIFETIME_MS };
    const row = { token_hash: hashToken(token), member_id: id, actor_id: actorId, email, ...times };
    await changes.upsertEmailChange(tx, row);
    const name = `${member.first_name} ${member.last_name}`;
    const link = ctx.config.publicUrl + emailChangePath(token);
    await inLanguageOf(tx, id, async () => {
      await enqueueEmail(ctx, tx, proveEmail({ name, address: email }, link), LIFETIME_MS);
      await enqueueEmailTo(ctx, tx, member, emailChangeRequestedEmail, LIFETIME_MS);
    });
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'member.email_requested', ...target });
  });
}

/** @returns whether the link that confirms an email is still valid */
export const isEmailProof = ({ db, now }: Services, token: string): Promise<boolean> =>
  changes.isEmailChange(db, hashToken(token), now());

async function changeEmail(services: Services, tx: Executor, token: string): Promise<void> {
  const change = await changes.consumeEmailChange(tx, hashToken(token), services.now());
  if (!change) throw expired();
  const { member_id: id, actor_id: actorId, email } = change;
  await lockRows(tx, 'members', [id]);
  const member = await findCredentials(tx, 'id', id);
  // A former staff member may have requested the change for an address of their own.
  if (!member || !(await isEnabledStaff(tx, actorId))) throw expired();
  await updateMember(tx, id, { email });
  // A reset code sent to the previous email must not give access to the account any more.
  await deleteResetsByMember(tx, id);
  await inLanguageOf(tx, id, () =>
    enqueueEmailTo(services, tx, member, emailChangedEmail, LIFETIME_MS),
  );
  const target = { targetType: 'member', targetId: id } as const;
  await recordAct(tx, { actorId, act: 'member.email_changed', ...target });
}

/**
 * Changes an account's email to the one its owner has confirmed, logged in or not, and notifies the previous address.
 */
export async function confirmEmailChange(ctx: Ctx, { token }: EmailProof): Promise<void> {
  try {
    await transact(ctx, { invalidates: [] }, (tx) => changeEmail(ctx, tx, token));
  } catch (error) {
    // The error does not reveal that an account exists, as the visitor is not authenticated.
    throw isUniqueViolation(error, 'members_email_key') ? expired() : error;
  }
}

export const deleteExpiredEmailChanges = ({ db, now }: Services) =>
  changes.deleteExpiredEmailChanges(db, now());
