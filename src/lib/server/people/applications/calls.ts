import * as z from 'zod/mini';

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
import { LIMITS as INVITATION_LIMITS } from '#lib/server/people/invitations/limits.ts';
import { getOpenInvitation } from '#lib/server/people/invitations/service.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { signInBrowser, writeSignInCookies } from '#lib/server/platform/http/cookies.ts';

import { apply, getJoinTerms } from './apply.ts';
import { confirmApplication } from './confirm.ts';
import { LIMITS } from './limits.ts';
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
    errors: ['join_link_expired', 'common_password'],
    run: async (ctx, { body }, c) => {
      const joined = await confirmApplication(ctx, body, signInBrowser(c));
      if (joined.state === 'joined') writeSignInCookies(c, joined);
      return { state: joined.state };
    },
  }),
  'GET /admin/applications': call({
    summary: 'List applications',
    access: 'staff',
    query: ApplicationList,
    response: ApplicationPage,
    run: (ctx, { query }) => listApplications(ctx, query),
  }),
  'POST /admin/applications/:id/admit': call({
    summary: 'Admit an applicant',
    access: 'staff',
    response: Application,
    errors: ['application_not_found', 'application_decided'],
    ids: { id: 'application' },
    run: (ctx, { id }) => admitApplication(ctx, id),
  }),
  'POST /admin/applications/:id/decline': call({
    summary: 'Decline an applicant',
    access: 'staff',
    body: DeclineInput,
    response: Application,
    errors: ['application_not_found', 'application_decided'],
    ids: { id: 'application' },
    run: (ctx, { id, body }) => declineApplication(ctx, id, body),
  }),
} satisfies Calls;
