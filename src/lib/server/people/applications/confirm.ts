import { joinLinkPath } from '#lib/contract/paths.ts';
import { JoinConfirmation, type Listed } from '#lib/contract/people/applications.ts';
import type { AgreedVersions } from '#lib/contract/people/consents.ts';
import { setActMember } from '#lib/server/people/audit-log/queries.ts';
import { createDeviceToken } from '#lib/server/people/credentials/device-tokens.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { takeUse } from '#lib/server/people/invitations/queries.ts';
import { DEFAULTS, insertMember } from '#lib/server/people/members/queries.ts';
import { rejectCommonPassword } from '#lib/server/people/passwords/common-password.ts';
import { insertConsents } from '#lib/server/people/policies/consents/queries.ts';
import { createSession, type SessionBrowser } from '#lib/server/people/sessions/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { ApplicationTable, ConsentTable, Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import { checkAgreement, presentVersions } from './agreement.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
/** For how many days a link in an email is valid. */
export const LINK_DAYS = 7;
/** Emails are dropped when their link has expired. */
export const LINK_MS = LINK_DAYS * DAY_MS;

/** @returns a new link, and its stored columns */
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

const linkExpired = () => new AppError('join_link_expired');

/** A person who may choose a password. */
export interface Applicant {
  name: string;
  /** their email */
  login: string;
  /** null for applicants */
  listed: Listed | null;
}

/** Whether staff imported the person; applicants have already agreed to the documents. */
export const isListed = ({ origin, status, invitation_id }: ApplicationTable): boolean =>
  origin === 'invitation' && status === 'admitted' && invitation_id === null;

/**
 * Finds the applicant of a link, without using it up: mail scanners open links, too.
 * @returns null when the link is invalid or expired
 */
export async function findApplicant(ctx: Ctx, token: string): Promise<Applicant | null> {
  if (!JoinConfirmation.shape.token.safeParse(token).success) return null;
  const row = await queries.findByToken(ctx.db, hashToken(token), ctx.now());
  if (!row) return null;
  const { first_name, last_name, email, role, town } = row;
  const listed = isListed(row) ? { ...(await presentVersions(ctx.db)), role, town } : null;
  return { name: `${first_name} ${last_name}`, login: email, listed };
}

/** The applicant's agreements, as consents of the new member. */
function consentsOf(row: ApplicationTable, member_id: string): ConsentTable[] {
  const shared = { member_id, origin: row.origin, agreed_at: row.created_at, withdrawn_at: null };
  const given = [
    ['terms_and_conditions', row.terms_version],
    ['data_privacy_guidelines', row.privacy_version],
  ] as const;
  return given.flatMap(([document, version]) =>
    version === null ? [] : [{ id: newId(), document, version, ...shared }],
  );
}

async function addMemberOf(
  tx: Executor,
  row: ApplicationTable,
  member: { id: string; password_hash: string; joined_at: number },
): Promise<void> {
  const { email, first_name, last_name, contact_phone, role, town } = row;
  const names = { first_name, middle_name: '', last_name };
  const given = { ...names, email, contact_phone, role, town };
  await insertMember(tx, { ...DEFAULTS, ...given, ...member });
  const { terms_version, privacy_version } = row;
  await queries.setMember(tx, row.id, { member_id: member.id, terms_version, privacy_version });
  if (row.decided_by !== null) {
    const admitted = {
      act: 'application.admitted',
      actorId: row.decided_by,
      targetId: row.id,
    } as const;
    await setActMember(tx, admitted, member.id);
  }
  await queries.deleteUnusedByEmail(tx, email);
  await insertConsents(tx, consentsOf(row, member.id));
}

/**
 * Uses up the link, and a use of its invitation, if any. When the invitation is used up, the application waits for
 * staff, or ends if only invitations admit.
 * @returns whether the applicant may join
 */
async function takeLink(ctx: Ctx, tx: Executor, row: ApplicationTable): Promise<boolean> {
  const isInvited = row.status === 'emailed' && row.invitation_id !== null;
  const isOpen = !isInvited || (await takeUse(tx, row.invitation_id ?? '')) !== undefined;
  if (!isOpen && ctx.config.registration === 'invitation') throw notFound('invitation');
  const used = await queries.consumeToken(tx, row.token_hash ?? '', isOpen ? 'joined' : 'waiting');
  if (!used) throw linkExpired();
  return isOpen;
}

async function withAgreement(
  ctx: Ctx,
  row: ApplicationTable,
  given: AgreedVersions,
): Promise<ApplicationTable> {
  if (!isListed(row)) return row;
  return { ...row, ...(await checkAgreement(ctx.db, given)), created_at: ctx.now() };
}

/** The cookies of the new member; or the application waits for staff after all. */
export type Joined = { state: 'joined'; session: string; device: string } | { state: 'waiting' };

/** Makes the applicant of a link a member, and logs them in: the link has confirmed the email. */
export async function confirmApplication(
  ctx: Ctx,
  { token, password, ...agreed }: JoinConfirmation,
  browser: SessionBrowser,
): Promise<Joined> {
  const found = await queries.findByToken(ctx.db, hashToken(token), ctx.now());
  if (!found) throw linkExpired();
  const row = await withAgreement(ctx, found, agreed);
  rejectCommonPassword(password, row, 'password');
  const password_hash = await hashPassword(password);
  const id = newId();
  const hasJoined = await transact(ctx, { invalidates: [] }, async (tx) => {
    const isOpen = await takeLink(ctx, tx, row);
    if (isOpen) await addMemberOf(tx, row, { id, password_hash, joined_at: ctx.now() });
    return isOpen;
  }).catch((error: unknown) => {
    // The address has got an account in the meantime.
    throw isUniqueViolation(error, 'members_email_key') ? linkExpired() : error;
  });
  if (!hasJoined) return { state: 'waiting' };
  ctx.log.info({
    event: 'member_joined',
    requestId: ctx.requestId,
    member: id,
    origin: row.origin,
  });
  const session = await createSession(ctx, id, browser);
  const device = createDeviceToken(ctx, { login: row.email, passwordHash: password_hash });
  return { state: 'joined', session, device };
}
