import { randomBytes } from 'node:crypto';

import { addDays } from '#lib/contract/days.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { invitationPath } from '#lib/contract/paths.ts';
import type { JoinRole } from '#lib/contract/people/applications.ts';
import {
  type Invitation,
  INVITATION_DAYS,
  type InvitationDetail,
  type InvitationInput,
  type InvitationPage,
} from '#lib/contract/people/invitations.ts';
import { toLocalNumber, withoutSeparators } from '#lib/contract/phone-numbers.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { fieldError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';
import { regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';

/** The information about an invitation for those who have its code. */
export interface OpenInvitation {
  id: string;
  /** null for any of the roles */
  role: JoinRole | null;
}

const HOUR = 3600;
const DAY = 86_400;

export const LIMITS = defineLimits({
  // A valid code always works, even next to an attacker behind the same IP.
  invitationGuess: {
    what: 'codes of invitations from an IP that do not work',
    points: 30,
    seconds: HOUR,
  },
  makeInvitation: { what: "a staff member's new invitations", points: 100, seconds: DAY },
});

/**
 * Finds the invitation of a code. Invalid codes are counted per network: a code has 128 bits, and the limit only
 * saves the server from looking up endless guesses.
 * @returns null for a code that is unknown, used up, expired or revoked
 */
export async function findOpenInvitation(ctx: Ctx, code: string): Promise<OpenInvitation | null> {
  const found = await queries.findOpenInvitation(ctx.db, hashToken(code), regionDay(ctx.now()));
  if (!found) await ctx.limits.consume(LIMITS.invitationGuess, ipPrefix(ctx.ip));
  return found ?? null;
}

/** Like `findOpenInvitation`, for calls and forms. */
export async function getOpenInvitation(ctx: Ctx, code: string): Promise<OpenInvitation> {
  const found = await findOpenInvitation(ctx, code);
  if (!found) throw notFound('invitation');
  return found;
}

/** The shortest name to look for in notes: two letters identify no one. */
const MIN_LENGTH = 3;

const hasAny = (note: string, names: (string | null)[]): boolean =>
  names.some(
    (name) => name !== null && name.length >= MIN_LENGTH && note.includes(name.toLowerCase()),
  );

/** Whether a note contains a phone number in any notation: the digits from the 9 on are always the same. */
const hasNumber = (note: string, phone: string | null): boolean =>
  phone !== null && withoutSeparators(note).includes(toLocalNumber(phone).slice(1));

/**
 * Clears notes on invitations about a member who is erased: on the invitation for them alone with which they joined,
 * on one for several that contains part of their name, and on any other that contains their whole name, email or a
 * phone number.
 * @param tx the transaction of the erasure, before the member's rows are deleted
 * @param emails the member's known emails
 */
export async function eraseNotesAbout(
  tx: Executor,
  memberId: string,
  emails: string[],
): Promise<void> {
  const member = await queries.findNames(tx, memberId);
  if (!member) return;
  const { first_name, last_name, contact_phone, sign_in_phone } = member;
  const isAbout = ({ note, max_uses, is_theirs }: queries.Note): boolean => {
    const text = note.toLowerCase();
    if (is_theirs && (max_uses === 1 || hasAny(text, [first_name, last_name]))) return true;
    if (hasNumber(text, contact_phone) || hasNumber(text, sign_in_phone)) return true;
    return hasAny(text, [`${first_name} ${last_name}`, ...emails]);
  };
  const notes = await queries.listNotes(tx, memberId);
  await queries.clearNotes(
    tx,
    notes.filter(isAbout).map(({ id }) => id),
  );
}

const CODE_BYTES = 16;
// More in an hour require the password: people join with them without review.
const MANY_USES = 20;
// After the last day: until then staff may need to know who was invited.
const STORED_DAYS = 365;

function stateOf(row: queries.InvitationRow, today: string): Invitation['state'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.uses >= row.max_uses) return 'used_up';
  return row.until < today ? 'ended' : 'open';
}

const toInvitation = (row: queries.InvitationRow, today: string): Invitation => ({
  invitation_id: row.id,
  note: row.note,
  role: row.role,
  max_uses: row.max_uses,
  uses: row.uses,
  until: row.until,
  state: stateOf(row, today),
  invited_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  created_at: new Date(row.created_at).toISOString(),
});

/** @returns null when the code cannot be decrypted any more */
function linkOf({ secrets, config }: Ctx, encryptedCode: string): string | null {
  try {
    return config.publicUrl + invitationPath(secrets.decrypt('invitation', encryptedCode));
  } catch {
    return null;
  }
}

/** Lists invitations, newest first. */
export async function listInvitations(ctx: Ctx, list: ListQuery): Promise<InvitationPage> {
  requireStaffViewer(ctx);
  const rows = await queries.listInvitations(ctx.db, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  const today = regionDay(ctx.now());
  return { invitations: items.map((row) => toInvitation(row, today)), nextCursor };
}

/** Gets an invitation with its link, and the members who joined with it. */
export async function getInvitation(ctx: Ctx, id: string): Promise<InvitationDetail> {
  requireStaffViewer(ctx);
  const row = await queries.findInvitation(ctx.db, id);
  if (!row) throw notFound('invitation');
  const members = await queries.listInvitedMembers(ctx.db, id);
  return {
    ...toInvitation(row, regionDay(ctx.now())),
    link: linkOf(ctx, row.encrypted_code),
    members: members.map((member) => ({
      account_id: member.id,
      name: `${member.first_name} ${member.last_name}`,
    })),
  };
}

function checkDay(ctx: Ctx, until: string): void {
  const today = regionDay(ctx.now());
  if (until < today) throw fieldError('until', 'until_past');
  if (until > addDays(today, INVITATION_DAYS.max)) throw fieldError('until', 'invitation_too_long');
}

/** Creates an invitation with a code of 128 random bits. */
export async function makeInvitation(ctx: Ctx, input: InvitationInput): Promise<InvitationDetail> {
  const { id: created_by } = requireStaffViewer(ctx);
  checkDay(ctx, input.until);
  await ctx.limits.consume(LIMITS.makeInvitation, created_by);
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const id = newId();
  const { role, max_uses } = input;
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'invitation.made');
    // Several invitations count like one with as many uses.
    const before = await queries.countUses(tx, created_by, ctx.now() - HOUR * 1000);
    if (before + max_uses > MANY_USES) authorizeAct(ctx, 'invitation.made_for_many');
    await queries.insertInvitation(tx, {
      id,
      ...input,
      code_hash: hashToken(code),
      encrypted_code: ctx.secrets.encrypt('invitation', code),
      uses: 0,
      revoked_at: null,
      created_by,
      created_at: ctx.now(),
    });
    await recordAct(tx, {
      actorId: created_by,
      act: 'invitation.made',
      targetType: 'invitation',
      targetId: id,
      details: { role, max_uses },
    });
  });
  return getInvitation(ctx, id);
}

/** Revokes an invitation: no one else can join with it. Repeating changes nothing. */
export async function revokeInvitation(ctx: Ctx, id: string): Promise<InvitationDetail> {
  const { id: actorId } = requireStaffViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'invitation.revoked');
    if (!(await queries.revokeInvitation(tx, id, ctx.now()))) return;
    const target = { targetType: 'invitation', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'invitation.revoked', ...target });
  });
  return getInvitation(ctx, id);
}

/** Deletes invitations a year after their last day; who invited current members stays. */
export const deleteOldInvitations = ({ db, now }: Services): Promise<void> =>
  queries.deleteEnded(db, addDays(regionDay(now()), -STORED_DAYS));
