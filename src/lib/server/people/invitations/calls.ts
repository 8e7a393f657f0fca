import {
  InvitationDetail,
  InvitationInput,
  InvitationList,
  InvitationPage,
} from '#lib/contract/people/invitations.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { getInvitation, listInvitations, makeInvitation, revokeInvitation } from './service.ts';

/** Invitations. */
export const calls = {
  'GET /admin/invitations': call({
    summary: 'List invitations',
    access: 'staff',
    query: InvitationList,
    response: InvitationPage,
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),
  'POST /admin/invitations': call({
    summary: 'Make an invitation',
    access: 'staff',
    body: InvitationInput,
    response: InvitationDetail,
    status: [201],
    errors: ['until_past', 'invitation_too_long'],
    limits: [LIMITS.makeInvitation],
    run: (ctx, { body }) => makeInvitation(ctx, body),
  }),
  'GET /admin/invitations/:id': call({
    summary: 'Read an invitation',
    access: 'staff',
    response: InvitationDetail,
    errors: ['invitation_not_found'],
    ids: { id: 'invitation' },
    run: (ctx, { id }) => getInvitation(ctx, id),
  }),
  'DELETE /admin/invitations/:id': call({
    summary: 'Revoke an invitation',
    access: 'staff',
    response: InvitationDetail,
    errors: ['invitation_not_found'],
    ids: { id: 'invitation' },
    run: (ctx, { id }) => revokeInvitation(ctx, id),
  }),
} satisfies Calls;
