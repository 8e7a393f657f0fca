import { Hono } from 'hono';

import { applications } from './applications/admin-routes.ts';
import { auditLog } from './audit-log/routes.ts';
import type { Env } from './http/env.ts';
import { requireStaff } from './http/middleware/require-staff.ts';
import { invitations } from './invitations/routes.ts';
import { managedMembers } from './managed-members/routes.ts';
import { moderation } from './moderation/routes.ts';
import { adminNotifications } from './notifications/admin-routes.ts';
import { overview } from './overview/routes.ts';
import { adminPolicies } from './policies/admin-routes.ts';
import { adminGuides } from './resources/admin-routes.ts';

/** The calls of staff. Who builds one mounts it here. */
export const admin = new Hono<Env>()
  .use(requireStaff)
  .route('/applications', applications)
  .route('/invitations', invitations)
  .route('/guides', adminGuides)
  .route('/policies', adminPolicies)
  .route('/notifications', adminNotifications)
  .route('/overview', overview)
  .route('/members', managedMembers)
  .route('/', moderation)
  .route('/log', auditLog);
