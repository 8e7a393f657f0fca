import { Hono } from 'hono';

import { alertForms } from './alerts/form-routes.ts';
import { joinForms } from './applications/form-routes.ts';
import { blockForms } from './blocks/form-routes.ts';
import { commentForms } from './comments/form-routes.ts';
import { consentForms } from './consents/form-routes.ts';
import { emailChangeForms } from './email-changes/form-routes.ts';
import { displayForm } from './http/display-form.ts';
import type { Env } from './http/env.ts';
import type { RenderRejected } from './http/page-forms.ts';
import { ownModerationForms } from './moderation/form-routes.ts';
import { ownNotificationForms } from './notifications/own-form-routes.ts';
import { passkeyForms } from './passkeys/form-routes.ts';
import { privacyForms } from './personal-data/form-routes.ts';
import { tokenForms } from './personal-tokens/form-routes.ts';
import { pickupForms } from './pickups/form-routes.ts';
import { profileForms } from './profile/form-routes.ts';
import { reportForms } from './reports/form-routes.ts';

/** The plain forms of the pages of guests and members. They are sent to the page's own URL. */
export const pageForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .route('/', consentForms(render))
    .route('/display', displayForm(render))
    .route('/join', joinForms(render))
    .route('/', privacyForms(render))
    .route('/email-change', emailChangeForms)
    .route('/exchange', alertForms)
    .route('/exchange', pickupForms(render))
    .route('/profile/moderation', ownModerationForms(render))
    .route('/profile', profileForms(render))
    .route('/', blockForms(render))
    .route('/', ownNotificationForms(render))
    .route('/forums/posts', commentForms(render))
    .route('/report', reportForms(render))
    .route('/profile', passkeyForms(render))
    .route('/profile', tokenForms(render));
