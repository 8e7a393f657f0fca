import {
  InvitationDetail,
  InvitationInput,
  InvitationList,
  InvitationPage,
} from '#lib/contract/invitations.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Invitations. */
export const OPERATIONS = {
  'GET /admin/invitations': {
    summary: 'List invitations',
    access: 'staff',
    query: InvitationList,
    response: InvitationPage,
  },
  'POST /admin/invitations': {
    summary: 'Make an invitation',
    access: 'staff',
    body: InvitationInput,
    response: InvitationDetail,
    status: [201],
    errors: ['until_past', 'invitation_too_long'],
    limits: [LIMITS.makeInvitation],
  },
  'GET /admin/invitations/:id': {
    summary: 'Read an invitation',
    access: 'staff',
    response: InvitationDetail,
    errors: ['invitation_not_found'],
  },
  'DELETE /admin/invitations/:id': {
    summary: 'Revoke an invitation',
    access: 'staff',
    response: InvitationDetail,
    errors: ['invitation_not_found'],
  },
} satisfies Operations;
