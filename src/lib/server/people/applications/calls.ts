import { Hono } from 'hono';
import * as z from 'zod/mini';

import { isBlank } from '#lib/contract/characters.ts';
import { sentPath, STAFF_QUEUE_PATH } from '#lib/contract/paths.ts';
import {
  Application,
  ApplicationInput,
  ApplicationList,
  ApplicationPage,
  ApplicationSent,
  DeclineInput,
  JOIN_ROLES,
  JoinConfirmation,
  JoinTerms,
} from '#lib/contract/people/applications.ts';
import { PasswordLinkEntry } from '#lib/contract/people/sign-in/password-reset.ts';
import {
  getOpenInvitation,
  LIMITS as INVITATION_LIMITS,
} from '#lib/server/people/invitations/service.ts';
import { choosePassword } from '#lib/server/people/passwords/password-link.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { signInBrowser, writeSignInCookies } from '#lib/server/platform/http/cookies.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { apply, getJoinTerms, LIMITS } from './apply.ts';
import { confirmApplication } from './confirm.ts';
import { admitApplication, declineApplication, listApplications } from './service.ts';

const JoinQuery = z.object({ invitation: z.optional(z.string()) });
const TermsOfInvitation = z.extend(JoinTerms, {
  invitation: z.nullable(z.object({ role: z.nullable(z.enum(JOIN_ROLES)) })),
});

/** How guests become members. */
export const calls = {
  'GET /web/join/terms': call({
    summary: 'See how to join, and by which documents',
    access: 'open',
    query: JoinQuery,
    response: TermsOfInvitation,
    errors: ['invitation_not_found'],
    limits: [INVITATION_LIMITS.invitationGuess],
    run: async (ctx, { query: { invitation } }) => {
      const found = invitation === undefined ? null : await getOpenInvitation(ctx, invitation);
      return { ...(await getJoinTerms(ctx)), invitation: found && { role: found.role } };
    },
  }),
  'POST /web/join': call({
    summary: 'Apply to join',
    access: 'open',
    withoutConsent: true,
    body: ApplicationInput,
    response: ApplicationSent,
    status: [201],
    errors: [
      'registration_closed',
      'town_invalid',
      'invitation_not_found',
      'agreement_required',
      'policy_changed',
    ],
    limits: [LIMITS.joinIp, LIMITS.joinInvitedIp, LIMITS.joinAddressNetwork, LIMITS.joinAddress],
    run: (ctx, { body }) => apply(ctx, body),
  }),
  'POST /web/join/confirm': call({
    summary: 'Choose the first password, with the token of an email',
    access: 'open',
    withoutConsent: true,
    body: JoinConfirmation,
    response: z.object({ state: z.enum(['joined', 'waiting']) }),
    errors: [
      'join_link_expired',
      'invitation_not_found',
      'common_password',
      'agreement_required',
      'policy_changed',
    ],
    run: async (ctx, { body }, c) => {
      const joined = await confirmApplication(ctx, body, signInBrowser(c));
      if (joined.state === 'joined') writeSignInCookies(c, joined);
      return { state: joined.state };
    },
  }),
  'GET /admin/applications': call({
    summary: 'List applications',
    query: ApplicationList,
    response: ApplicationPage,
    run: (ctx, { query }) => listApplications(ctx, query),
  }),
  'POST /admin/applications/:id/admit': call({
    summary: 'Admit an applicant',
    response: Application,
    errors: ['application_decided', 'confirmation_required'],
    ids: { id: 'application' },
    run: (ctx, { id }) => admitApplication(ctx, id),
  }),
  'POST /admin/applications/:id/decline': call({
    summary: 'Decline an applicant',
    body: DeclineInput,
    response: Application,
    errors: ['application_decided', 'confirmation_required'],
    ids: { id: 'application' },
    run: (ctx, { id, body }) => declineApplication(ctx, id, body),
  }),
} satisfies Calls;

/** The choice of those who live in none of the towns. */
const OUTSIDE = 'outside';

const versionOf = (form: URLSearchParams, name: string): number | null =>
  form.has(name) ? Number(form.get(name)) : null;

async function sendApplication(ctx: Ctx, { c, values: form }: SentForm): Promise<string> {
  const textOf = (name: string) => form.get(name) ?? '';
  const town = textOf('town');
  const input = parse(ApplicationInput, {
    first_name: textOf('first_name'),
    last_name: textOf('last_name'),
    email: textOf('email'),
    phone_number: isBlank(textOf('phone_number')) ? null : textOf('phone_number'),
    role: textOf('role'),
    town: town === OUTSIDE ? null : town,
    about: textOf('about'),
    terms_version: versionOf(form, 'terms_version'),
    privacy_version: versionOf(form, 'privacy_version'),
    invitation: c.req.param('code') ?? null,
    proof: textOf('proof') || null,
  });
  const { next } = await apply(ctx, input);
  return sentPath(next);
}

/** The token of the link, and the chosen password. */
const entryOf = ({ c, values }: SentForm) => ({
  token: c.req.param('token'),
  password: values.get('password') ?? '',
});

async function confirm(ctx: Ctx, form: SentForm): Promise<string> {
  const { c } = form;
  const agreed = {
    terms_version: versionOf(form.values, 'terms_version'),
    privacy_version: versionOf(form.values, 'privacy_version'),
  };
  const input = parse(JoinConfirmation, { ...entryOf(form), ...agreed });
  const joined = await confirmApplication(ctx, input, signInBrowser(c));
  if (joined.state === 'waiting') return sentPath('staff');
  writeSignInCookies(c, joined);
  return '/forums/explore';
}

async function choose(ctx: Ctx, form: SentForm): Promise<string> {
  await choosePassword(ctx, parse(PasswordLinkEntry, entryOf(form)));
  return '/forgot-password/success';
}

/** The plain forms of joining. */
export function joinForms(render: RenderRejected | undefined): Hono<Env> {
  const handle = (act: FormAction) => handleForms(render, { '': act }, { isOpen: true });
  return new Hono<Env>()
    .post('/', handle(sendApplication))
    .post('/:code', handle(sendApplication))
    .post('/confirm/:token', handle(confirm))
    .post('/password/:token', handle(choose));
}

function idOf({ values }: SentForm): string {
  return readId(values.get('application_id'), 'application');
}

const ACTIONS = {
  async admit(ctx: Ctx, form: SentForm) {
    const { application_id } = await admitApplication(ctx, idOf(form));
    return `${STAFF_QUEUE_PATH}?done=admit&application=${application_id}`;
  },
  async decline(ctx: Ctx, form: SentForm) {
    const id = idOf(form);
    const input = parse(DeclineInput, { reason: form.values.get('reason') ?? '' });
    await declineApplication(ctx, id, input);
    return `${STAFF_QUEUE_PATH}?done=decline&application=${id}`;
  },
};

/** The plain forms of the staff's page of applications. */
export const applicationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, ACTIONS));
