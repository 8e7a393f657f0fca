import type { ApplicationInput, ApplicationSent, JoinTerms } from '#lib/contract/applications.ts';
import type { Ctx } from '#lib/server/context.ts';
import type { ApplicationTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { enqueueEmail } from '#lib/server/email/enqueue-email.ts';
import {
  alreadyMemberEmail,
  applicationReceivedEmail,
  joinLinkEmail,
} from '#lib/server/email/joining-templates.ts';
import type { Email } from '#lib/server/email/templates.ts';
import { AppError, fieldError } from '#lib/server/errors.ts';
import { getOpenInvitation, type OpenInvitation } from '#lib/server/invitations/open-invitation.ts';
import { findAnyMember } from '#lib/server/members/manage-members-queries.ts';
import { newId } from '#lib/server/new-id.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/secrets.ts';
import { isTown } from '#lib/server/towns/towns.ts';

import { checkAgreement, presentVersions } from './check-agreement.ts';
import { createJoinLink, LINK_DAYS, LINK_MS } from './join-link.ts';
import { LIMITS } from './limits.ts';
import { isSolved, issueChallenge } from './proof-of-work.ts';
import { insertApplication } from './queries.ts';

type Origin = ApplicationTable['origin'];

const NO_LINK = { token_hash: null, token_expires_at: null };
const UNDECIDED = { decided_by: null, decided_at: null, reason: null, member_id: null };

/** What an application stores as it was stated. */
const stated = ({ first_name, last_name, email, phone_number, town, about }: ApplicationInput) => ({
  first_name,
  last_name,
  email,
  contact_phone: phone_number,
  town,
  about,
});

/** @returns what the form of /join needs */
export async function getJoinTerms(ctx: Ctx): Promise<JoinTerms> {
  const { registration } = ctx.config;
  const challenge = registration === 'open' ? await issueChallenge(ctx) : null;
  return { registration, ...(await presentVersions(ctx.db)), challenge };
}

/** @throws AppError registration_closed, when only an invitation admits */
async function originOf(
  ctx: Ctx,
  { proof }: ApplicationInput,
  invitation: OpenInvitation | null,
): Promise<Origin> {
  const { registration } = ctx.config;
  if (invitation) return 'invitation';
  if (registration === 'invitation') throw new AppError('registration_closed');
  return registration === 'open' && (await isSolved(ctx, proof)) ? 'registration' : 'application';
}

/** @throws AppError rate_limited, whether or not the address has an account */
async function consumeLimits(ctx: Ctx, email: string, origin: Origin): Promise<void> {
  const network = ipPrefix(ctx.ip);
  const limit = origin === 'invitation' ? LIMITS.joinInvitedIp : LIMITS.joinIp;
  await ctx.limits.consume(limit, network);
  await ctx.limits.consume(LIMITS.joinAddressNetwork, hashToken(`${email} ${network}`));
  await ctx.limits.consume(LIMITS.joinAddress, hashToken(email));
}

/** What an applicant gets by email. */
function emailTo(input: ApplicationInput, origin: Origin, link: string): Email {
  const to = { name: `${input.first_name} ${input.last_name}`, address: input.email };
  return origin === 'application'
    ? applicationReceivedEmail(to)
    : joinLinkEmail(to, link, LINK_DAYS);
}

/** @throws AppError town_invalid, agreement_required, policy_changed, registration_closed, rate_limited */
async function checkApplication(ctx: Ctx, input: ApplicationInput) {
  const invitation =
    input.invitation === null ? null : await getOpenInvitation(ctx, input.invitation);
  if (input.town !== null && !isTown(input.town)) throw fieldError('town', 'town_invalid');
  const versions = await checkAgreement(ctx.db, input);
  const origin = await originOf(ctx, input, invitation);
  await consumeLimits(ctx, input.email, origin);
  return { invitation, versions, origin };
}

/**
 * Accepts an application: it awaits review by staff, or gets the link that creates the account. Rows, response and time are the
 * same when the address has an account; its member gets an email about it.
 * @throws AppError as `checkApplication`, invitation_not_found
 */
export async function apply(ctx: Ctx, input: ApplicationInput): Promise<ApplicationSent> {
  const { invitation, versions, origin } = await checkApplication(ctx, input);
  const member = await findAnyMember(ctx.db, 'email', input.email);
  const { link, stored } = createJoinLink(ctx);
  const isWaiting = origin === 'application';
  const own = { name: `${member?.first_name} ${member?.last_name}`, address: input.email };
  const message = member
    ? alreadyMemberEmail(own, ctx.config.publicUrl)
    : emailTo(input, origin, link);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await insertApplication(tx, {
      ...UNDECIDED,
      ...stated(input),
      ...versions,
      ...(isWaiting || member ? NO_LINK : stored),
      id: newId(),
      role: invitation?.role ?? input.role,
      invitation_id: invitation?.id ?? null,
      origin,
      status: isWaiting ? 'waiting' : 'emailed',
      created_at: ctx.now(),
    });
    await enqueueEmail(ctx, tx, message, LINK_MS);
  });
  ctx.log.info({ event: 'application_made', requestId: ctx.requestId, origin });
  return { next: isWaiting ? 'staff' : 'email' };
}
