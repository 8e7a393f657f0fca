import { Hono } from 'hono';

import { guideForms } from '#lib/server/library/resources/form-routes.ts';
import { moderationForms } from '#lib/server/moderation/form-routes.ts';
import { notificationForms } from '#lib/server/notifications/form-routes.ts';
import { applicationForms } from '#lib/server/people/applications/form-routes.ts';
import { confirmationForms } from '#lib/server/people/confirmations/form-routes.ts';
import { invitationForms } from '#lib/server/people/invitations/form-routes.ts';
import { managedMemberForms } from '#lib/server/people/managed-members/form-routes.ts';
import { policyForms } from '#lib/server/people/policies/form-routes.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import type { RenderRejected } from '#lib/server/platform/http/page-forms.ts';

/** The plain forms of the pages of staff. Who builds one mounts it here. */
export const staffForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .route('/confirm', confirmationForms(render))
    .route('/applications', applicationForms(render))
    .route('/invitations', invitationForms(render))
    .route('/guides', guideForms(render))
    .route('/policies', policyForms(render))
    .route('/notifications', notificationForms(render))
    .route('/members', managedMemberForms(render))
    .route('/reports', moderationForms(render));
