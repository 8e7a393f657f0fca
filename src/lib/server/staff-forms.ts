import { Hono } from 'hono';

import { confirmationForms } from './confirmations/form-routes.ts';
import type { Env } from './http/env.ts';
import type { RenderRejected } from './http/page-forms.ts';
import { managedMemberForms } from './managed-members/form-routes.ts';

/** The plain forms of the pages of staff. Who builds one mounts it here. */
export const staffForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .route('/confirm', confirmationForms(render))
    .route('/members', managedMemberForms(render));
