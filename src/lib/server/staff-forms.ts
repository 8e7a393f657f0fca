import { Hono } from 'hono';

import { applicationForms } from './applications/form-routes.ts';
import { confirmationForms } from './confirmations/form-routes.ts';
import type { Env } from './http/env.ts';
import type { RenderRejected } from './http/page-forms.ts';
import { invitationForms } from './invitations/form-routes.ts';
import { managedMemberForms } from './managed-members/form-routes.ts';
import { moderationForms } from './moderation/form-routes.ts';
import { notificationForms } from './notifications/form-routes.ts';
import { policyForms } from './policies/form-routes.ts';
import { guideForms } from './resources/form-routes.ts';

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
