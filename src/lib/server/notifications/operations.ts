import * as z from 'zod/mini';

import {
  NotificationSettings,
  NotificationSettingsInput,
} from '#lib/contract/notification-settings.ts';
import {
  Notification,
  NotificationPage,
  NOTIFICATIONS_PAGE,
  ReadInput,
} from '#lib/contract/notifications.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { StaffAudience, StaffNotification } from '#lib/contract/staff-notifications.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

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
  'PATCH /web/notification/read': {
    summary: 'Mark a notification and all before it as read',
    access: 'accessToken',
    body: ReadInput,
    response: NOTHING,
  },
  'GET /web/account/notifications': {
    summary: 'Get which kinds of notifications I am shown',
    response: NotificationSettings,
  },
  'PUT /web/account/notifications': {
    summary: 'Turn kinds of notifications off, and all others on',
    body: NotificationSettingsInput,
    response: NotificationSettings,
    errors: ['notification_kind_invalid'],
  },
  'PATCH /web/notification/:id/read': {
    summary: 'Mark a notification as read',
    access: 'accessToken',
    response: Notification,
    errors: ['notification_not_found'],
  },
  'GET /admin/notifications/readers': {
    summary: 'Count the members a notification would reach',
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
    errors: [
      'town_invalid',
      'post_not_found',
      'resource_not_found',
      'link_invalid',
      'confirmation_required',
    ],
    limits: [LIMITS.notifyMembers],
  },
} satisfies Operations;
