import { Hono } from 'hono';

import { auditLog } from './audit-log/routes.ts';
import type { Env } from './http/env.ts';
import { requireStaff } from './http/middleware/require-staff.ts';
import { managedMembers } from './managed-members/routes.ts';
import { overview } from './overview/routes.ts';

/** The calls of staff. Who builds one mounts it here. */
export const admin = new Hono<Env>()
  .use(requireStaff)
  .route('/overview', overview)
  .route('/members', managedMembers)
  .route('/log', auditLog);
