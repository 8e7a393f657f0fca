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
} from '#lib/contract/applications.ts';
import { LIMITS as INVITATION_LIMITS } from '#lib/server/invitations/limits.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

const JoinQuery = z.object({ invitation: z.optional(z.string()) });
const TermsOfInvitation = z.extend(JoinTerms, {
  invitation: z.nullable(z.object({ role: z.nullable(z.enum(JOIN_ROLES)) })),
});

/** How guests become members. */
export const OPERATIONS = {
  'GET /web/join/terms': {
    summary: 'See how to join, and by which documents',
    access: 'open',
    query: JoinQuery,
    response: TermsOfInvitation,
    errors: ['invitation_not_found'],
    limits: [INVITATION_LIMITS.invitationGuess],
  },
  'POST /web/join': {
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
  },
  'POST /web/join/confirm': {
    summary: 'Choose the first password, with the token of an email',
    access: 'open',
    withoutConsent: true,
    body: JoinConfirmation,
    response: z.object({ state: z.enum(['joined', 'waiting']) }),
    errors: ['join_link_expired', 'common_password'],
  },
  'GET /admin/applications': {
    summary: 'List applications',
    access: 'staff',
    query: ApplicationList,
    response: ApplicationPage,
  },
  'POST /admin/applications/:id/admit': {
    summary: 'Admit an applicant',
    access: 'staff',
    response: Application,
    errors: ['application_not_found', 'application_decided'],
  },
  'POST /admin/applications/:id/decline': {
    summary: 'Decline an applicant',
    access: 'staff',
    body: DeclineInput,
    response: Application,
    errors: ['application_not_found', 'application_decided'],
  },
} satisfies Operations;
