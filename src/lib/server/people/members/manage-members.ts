import { toId } from '#lib/contract/ids.ts';
import type { NewMember } from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { hashPassword } from '#lib/server/people/auth/password-hash.ts';
import { deleteDeletion } from '#lib/server/people/deletions/queries.ts';
import { createPasswordLink, LINK_MS } from '#lib/server/people/password-reset/password-link.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { welcomeEmail } from '#lib/server/platform/email/templates.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { randomToken } from '#lib/server/platform/secrets.ts';

import { propagateDisabled } from './propagate-disabled.ts';
import { findAnyMember, insertMember, lockStaff, setDisabled } from './queries.ts';

/** A new member's other columns. */
export const DEFAULTS = {
  contact_phone: null,
  birthdate: null,
  avatar_key: null,
  disabled_at: null,
  followers_count: 0,
  following_count: 0,
  posts_count: 0,
  read_watermark: null,
  read_until: null,
  town: null,
  language: null,
};

/**
 * Finds a member for staff, also a disabled one.
 * @throws AppError unknown_member
 */
export async function getMemberOrThrow({ db }: Services, idOrEmail: string) {
  const key = idOrEmail.trim().toLowerCase();
  const id = toId(key);
  const member = await (id ? findAnyMember(db, 'id', id) : findAnyMember(db, 'email', key));
  if (!member) throw new AppError('unknown_member', { member: idOrEmail });
  return member;
}

/** Who adds, disables or enables a member, and why. */
interface By {
  /** the member of staff; null for an operator's command */
  actorId: string | null;
  reason: string | null;
  /** checks in the transaction that they still may; an operator always may */
  authorize?: (tx: Executor) => Promise<unknown>;
}

const OPERATOR: By = { actorId: null, reason: null };

/**
 * Adds a member with a random password, and emails them the link with which they choose their own.
 * @param by by default an operator's command
 * @returns the new id, and the link
 * @throws AppError email_taken
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
  const to = { name: `${input.first_name} ${input.last_name}`, address: input.email };
  try {
    await transact(services, { invalidates: [] }, async (tx) => {
      await authorize?.(tx);
      await insertMember(tx, { id, ...input, password_hash, joined_at: now(), ...DEFAULTS });
      // They have no language yet: it is that of who adds them.
      await enqueueEmail(services, tx, welcomeEmail(to, link), LINK_MS);
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
    if (!isDatabaseError(error, 'unique')) throw error;
    throw new AppError('email_taken', { member: input.email });
  }
}

/**
 * Requires that somebody of staff is left without this member: the last one cannot be demoted, disabled or erased.
 * @param tx the transaction that takes the member away from staff
 * @throws AppError last_staff_member
 */
export async function requireAnotherStaffMember(tx: Executor, id: string): Promise<void> {
  await lockRows(tx, 'members', [id]);
  const member = await findAnyMember(tx, 'id', id);
  if (member?.role !== 'staff') return;
  const staff = await lockStaff(tx);
  if (!staff.some((other) => other.id !== id)) throw new AppError('last_staff_member');
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
  // Otherwise a member whom staff enable would be erased all the same.
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

/**
 * Disables a member as a part of another transaction, which invalidates `posts`.
 * @throws AppError last_staff_member
 */
export const disableInTransaction = (
  services: Services,
  tx: Executor,
  id: string,
  by: By,
): Promise<void> => changeDisabledIn(services, tx, id, services.now(), by);

/**
 * Disables a member: ends their sessions, blocks sign-in, hides all they wrote and calls their pickups off.
 * @returns the member's name
 * @throws AppError unknown_member, last_staff_member
 */
export const disableMember = (
  services: Services,
  idOrEmail: string,
  by = OPERATOR,
): Promise<string> => changeDisabled(services, idOrEmail, services.now(), by);

/**
 * Enables a disabled member, with all that was theirs.
 * @returns the member's name
 * @throws AppError unknown_member
 */
export const enableMember = (
  services: Services,
  idOrEmail: string,
  by = OPERATOR,
): Promise<string> => changeDisabled(services, idOrEmail, null, by);
