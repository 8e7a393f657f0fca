import * as z from 'zod/mini';

import { Notification, NotificationPage, NOTIFICATIONS_PAGE } from '#lib/contract/notifications.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { StaffAudience, StaffNotification } from '#lib/contract/staff-notifications.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

const Readers = z.object({ readers: z.number() });

/** Notifications. */
export const OPERATIONS = {
  'GET /web/notification': {
    summary: 'List my notifications',
    access: 'accessToken',
    headers: ['if-none-match'],
    query: listQuery(NOTIFICATIONS_PAGE),
    response: NotificationPage,
  },
  'PATCH /web/notification/:id/read': {
    summary: 'Mark a notification as read',
    access: 'accessToken',
    response: Notification,
    errors: ['notification_not_found'],
  },
  'GET /admin/notifications/readers': {
    summary: 'Count whom a notification would reach',
    access: 'staff',
    query: StaffAudience,
    response: Readers,
    errors: ['town_invalid'],
  },
  'POST /admin/notifications': {
    summary: 'Send a notification to many',
    access: 'staff',
    body: StaffNotification,
    response: Readers,
    status: [201],
    errors: ['town_invalid', 'post_not_found', 'resource_not_found', 'link_invalid'],
    limits: [LIMITS.notifyMembers],
  },
} satisfies Operations;
