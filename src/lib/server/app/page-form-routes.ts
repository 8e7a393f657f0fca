import { Hono } from 'hono';

import { STOP_EMAILS_PATH } from '#lib/contract/paths.ts';
import { alertForms, exchangeSettingsForms } from '#lib/server/exchange/alerts/form-routes.ts';
import { pickupForms } from '#lib/server/exchange/pickups/form-routes.ts';
import { commentForms } from '#lib/server/forum/comments/form-routes.ts';
import { guideForms } from '#lib/server/library/resources/form-routes.ts';
import { moderationForms, ownModerationForms } from '#lib/server/moderation/form-routes.ts';
import { reportForms } from '#lib/server/moderation/reports/form-routes.ts';
import {
  notificationForms,
  ownNotificationForms,
  stopEmailsForms,
} from '#lib/server/notifications/form-routes.ts';
import { applicationForms, joinForms } from '#lib/server/people/applications/form-routes.ts';
import { blockForms } from '#lib/server/people/blocks/form-routes.ts';
import { confirmationForms } from '#lib/server/people/confirmations/form-routes.ts';
import { emailChangeForms } from '#lib/server/people/email-changes/form-routes.ts';
import { invitationForms } from '#lib/server/people/invitations/form-routes.ts';
import { managedMemberForms } from '#lib/server/people/managed-members/form-routes.ts';
import { passkeyForms } from '#lib/server/people/passkeys/form-routes.ts';
import { tokenForms } from '#lib/server/people/personal-tokens/form-routes.ts';
import { policyForms } from '#lib/server/people/policies/form-routes.ts';
import { displayForm } from '#lib/server/platform/http/display-form.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import type { RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { privacyForms } from '#lib/server/privacy/personal-data/form-routes.ts';

/** The plain forms of the pages of guests and members. They are sent to the page's own URL. */
export const pageForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .route('/display', displayForm(render))
    .route('/join', joinForms(render))
    .route('/', privacyForms(render))
    .route('/email-change', emailChangeForms(render))
    .route(STOP_EMAILS_PATH, stopEmailsForms(render))
    .route('/exchange', alertForms(render))
    .route('/exchange', pickupForms(render))
    .route('/profile/moderation', ownModerationForms(render))
    .route('/profile', exchangeSettingsForms(render))
    .route('/', blockForms(render))
    .route('/', ownNotificationForms(render))
    .route('/forums/posts', commentForms(render))
    .route('/report', reportForms(render))
    .route('/profile', passkeyForms(render))
    .route('/profile', tokenForms(render));

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
