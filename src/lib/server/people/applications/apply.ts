import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

import type {
  ApplicationInput,
  ApplicationSent,
  JoinTerms,
} from '#lib/contract/people/applications.ts';
import { IMPORT_DAYS } from '#lib/contract/people/imports.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { getOpenInvitation, type OpenInvitation } from '#lib/server/people/invitations/service.ts';
import { findAnyMember } from '#lib/server/people/members/queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { ApplicationTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { site } from '#lib/site.ts';

import { checkAgreement, presentVersions } from './agreement.ts';
import { createJoinLink, LINK_DAYS, LINK_MS } from './confirm.ts';
import { insertApplication } from './queries.ts';

const LIFETIME_MS = 3_600_000;
// A cheap phone needs some 5 ms per attempt: half a second to two seconds in all, while the form is filled in.
const ITERATIONS = 5000;
const MIN_TRIES = 100;
const MAX_TRIES = 400;

/** The site's HMAC keys for the challenge and its solution. */
const keysOf = ({ secrets }: Ctx) => ({
  hmacSignatureSecret: secrets.sign('proof', 'challenge'),
  hmacKeySignatureSecret: secrets.sign('proof', 'solution'),
});

/** @returns a challenge for a browser, as JSON; it is valid once, within an hour */
async function issueChallenge(ctx: Ctx): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ITERATIONS,
    counter: randomInt(MAX_TRIES, MIN_TRIES),
    deriveKey,
    expiresAt: new Date(ctx.now() + LIFETIME_MS),
    ...keysOf(ctx),
  });
  return JSON.stringify(challenge);
}

function readPayload(proof: string): Payload | null {
  try {
    const payload = JSON.parse(proof) as Payload | null;
    return payload?.challenge?.parameters && payload.solution ? payload : null;
  } catch {
    return null;
  }
}

const HOUR = 3600;
const DAY = 86_400;

export const LIMITS = defineLimits({
  // Many phones share one IP.
  joinIp: { what: 'applications from an IP, without an invitation', points: 20, seconds: HOUR },
  // All members of a co-op meeting share one IP, too.
  joinInvitedIp: {
    what: 'applications from an IP, with an invitation',
    points: 100,
    seconds: HOUR,
  },
  // Each sends an email to someone who may not have requested it.
  joinAddressNetwork: {
    what: 'applications with one email, from one network',
    points: 4,
    seconds: HOUR,
  },
  joinAddress: { what: 'applications with one email, from all networks', points: 12, seconds: DAY },
  proofUse: { what: 'uses of a solved challenge', points: 1, seconds: HOUR },
});

/** Whether this is the first use of a challenge. */
async function takeUse(ctx: Ctx, signature: string): Promise<boolean> {
  try {
    await ctx.limits.consume(LIMITS.proofUse, hashToken(signature));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Whether a browser has solved an unused challenge of this site.
 * @param proof challenge and solution, as JSON
 */
async function isSolved(ctx: Ctx, proof: string | null): Promise<boolean> {
  const payload = proof === null ? null : readPayload(proof);
  if (!payload) return false;
  const { challenge, solution } = payload;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...keysOf(ctx),
  }).catch(() => ({ verified: false }));
  return verified && takeUse(ctx, challenge.signature ?? '');
}

type Origin = ApplicationTable['origin'];

const NO_LINK = { token_hash: null, token_expires_at: null };
const UNDECIDED = { decided_by: null, decided_at: null, reason: null, member_id: null };

/** The columns that store the applicant's input. */
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

async function consumeLimits(ctx: Ctx, email: string, origin: Origin): Promise<void> {
  const network = ipPrefix(ctx.ip);
  const limit = origin === 'invitation' ? LIMITS.joinInvitedIp : LIMITS.joinIp;
  await ctx.limits.consume(limit, network);
  await ctx.limits.consume(LIMITS.joinAddressNetwork, hashToken(`${email} ${network}`));
  await ctx.limits.consume(LIMITS.joinAddress, hashToken(email));
}

/** The email that an applicant gets. */
function emailTo(input: ApplicationInput, origin: Origin, link: string): Email {
  const to = { name: `${input.first_name} ${input.last_name}`, address: input.email };
  return origin === 'application'
    ? applicationReceivedEmail(to)
    : joinLinkEmail(to, link, LINK_DAYS);
}

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
 * Accepts an application: it awaits review by staff, or gets the link that creates the account. If the address
 * already has an account, rows, response and timing are the same, and its member gets an email about it.
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
      language: currentLanguage(),
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

type Recipient = Email['to'];

const notYou = (): string => t('email.join_not_you', { email: site.contactEmail });

/**
 * The email with the link that creates an account.
 * @param link the whole URL
 * @param days for which the link is valid
 */
const joinLinkEmail = (to: Recipient, link: string, days: number): Email => ({
  to,
  subject: t('email.join_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.join', { site: site.name }),
    link,
    t('email.join_once', { days }),
    notYou(),
  ],
});

/** The email to an applicant admitted by staff. */
export const admittedEmail = (to: Recipient, link: string, days: number): Email => ({
  ...joinLinkEmail(to, link, days),
  subject: t('email.welcome_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.admitted', { community: site.community }),
    link,
    t('email.admitted_once', { days }),
    notYou(),
  ],
});

/** The email to an imported person, who becomes a member by using its link. */
export const listedEmail = (to: Recipient, link: string, days: number): Email => ({
  ...joinLinkEmail(to, link, days),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.listed', { community: site.community, site: site.name }),
    link,
    t('email.listed_once', { days }),
    t('email.listed_not', { days: IMPORT_DAYS, email: site.contactEmail }),
  ],
});

/** The email to an applicant whose application awaits review by staff. */
const applicationReceivedEmail = (to: Recipient): Email => ({
  to,
  subject: t('email.received_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.received', { community: site.community }),
    notYou(),
  ],
});

/** @param reason of the staff */
export const declinedEmail = (to: Recipient, reason: string): Email => ({
  to,
  subject: t('email.declined_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.declined', { community: site.community }),
    reason,
    t('email.declined_mistake', { email: site.contactEmail }),
  ],
});

/**
 * The email to a member whose address was used to join again: the site itself does not reveal the account.
 * @param origin the site's origin
 */
const alreadyMemberEmail = (to: Recipient, origin: string): Email => ({
  to,
  subject: t('email.already_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.already', { site: site.name }),
    t('email.already_login', { url: `${origin}/login` }),
    notYou(),
  ],
});
