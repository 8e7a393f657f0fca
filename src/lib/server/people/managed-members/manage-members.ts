import type { NewMember } from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { propagateDisabled } from '#lib/server/people/deletions/propagate-disabled.ts';
import { deleteDeletion } from '#lib/server/people/deletions/queries.ts';
import { welcomeEmail } from '#lib/server/people/managed-members/emails.ts';
import {
  DEFAULTS,
  findAnyMember,
  insertMember,
  setDisabled,
} from '#lib/server/people/members/queries.ts';
import { getMemberOrThrow, requireAnotherStaffMember } from '#lib/server/people/members/service.ts';
import { createPasswordLink, LINK_MS } from '#lib/server/people/passwords/password-link.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { randomToken } from '#lib/server/platform/secrets.ts';

/** The actor of a change, and their authorization. */
interface By {
  /** the staff member; null for an operator's command */
  actorId: string | null;
  reason: string | null;
  /** checks in the transaction that the actor is still authorized; missing for operators */
  authorize?: (tx: Executor) => Promise<unknown>;
}

const OPERATOR: By = { actorId: null, reason: null };

/** @returns the error for the login that another member already has: the email, or else the phone number */
async function takenError({ db }: Services, { email }: NewMember): Promise<AppError> {
  return email && (await findAnyMember(db, 'email', email))
    ? new AppError('email_taken', { member: email })
    : fieldError('sign_in_phone', 'phone_taken');
}

/**
 * Adds a member with a random password, and emails them, if they have an email, a link to choose their own.
 * @param by by default an operator's command
 * @returns the new id, and the link
 */
export async function addMember(
  services: Services,
  input: NewMember,
  { actorId, authorize }: Omit<By, 'reason'> = OPERATOR,
): Promise<{ id: string; link: string }> {
  const { now } = services;
  const id = newId();
  const password_hash = await hashPassword(randomToken());
  const link = createPasswordLink(services, { id, password_hash });
  const { email = null, sign_in_phone = null, ...named } = input;
  const write = (to: Email['to']) => welcomeEmail(to, link);
  try {
    await transact(services, { invalidates: [] }, async (tx) => {
      await authorize?.(tx);
      const given = { ...DEFAULTS, ...named, email, sign_in_phone };
      await insertMember(tx, { ...given, id, password_hash, joined_at: now() });
      // New members have no language yet, so this is the language of the actor.
      await enqueueEmailTo(services, tx, { ...named, email }, write, LINK_MS);
      const details = { role: input.role };
      await recordAct(tx, {
        actorId,
        act: 'member.added',
        targetType: 'member',
        targetId: id,
        details,
      });
    });
    return { id, link };
  } catch (error) {
    if (!isUniqueViolation(error, 'members_email_key', 'members_sign_in_phone_key')) throw error;
    throw await takenError(services, input);
  }
}

/** Disables or enables a member in a transaction. @param disabledAt null enables */
async function changeDisabledIn(
  services: Services,
  tx: Executor,
  id: string,
  disabledAt: number | null,
  { actorId, reason, authorize }: By,
): Promise<void> {
  await authorize?.(tx);
  const act = disabledAt === null ? 'member.enabled' : 'member.disabled';
  await setDisabled(tx, id, disabledAt);
  if (disabledAt !== null) await requireAnotherStaffMember(tx, id);
  await recordAct(tx, { actorId, act, targetType: 'member', targetId: id, reason });
  await propagateDisabled(services, tx, id, disabledAt);
  // Otherwise a member whom staff enable would still be erased.
  if (disabledAt === null) await deleteDeletion(tx, id);
}

/** @returns the member's name */
async function changeDisabled(
  services: Services,
  idOrEmail: string,
  disabledAt: number | null,
  by: By,
): Promise<string> {
  const { member_id, first_name, last_name } = await getMemberOrThrow(services, idOrEmail);
  await transact(services, { invalidates: ['posts'] }, (tx) =>
    changeDisabledIn(services, tx, member_id, disabledAt, by),
  );
  return `${first_name} ${last_name}`;
}

/** Disables a member as part of another transaction, which invalidates `posts`. */
export const disableInTransaction = (
  services: Services,
  tx: Executor,
  id: string,
  by: By,
): Promise<void> => changeDisabledIn(services, tx, id, services.now(), by);

/**
 * Disables a member: ends their sessions, prevents logins, hides everything they wrote, and calls their pickups off.
 * @returns the member's name
 */
export const disableMember = (
  services: Services,
  idOrEmail: string,
  by = OPERATOR,
): Promise<string> => changeDisabled(services, idOrEmail, services.now(), by);

/**
 * Enables a disabled member, with everything that was theirs.
 * @returns the member's name
 */
export const enableMember = (
  services: Services,
  idOrEmail: string,
  by = OPERATOR,
): Promise<string> => changeDisabled(services, idOrEmail, null, by);
