import * as z from 'zod/mini';

import {
  NotificationSettings,
  NotificationSettingsInput,
} from '#lib/contract/notifications/notification-settings.ts';
import {
  Notification,
  NotificationPage,
  NOTIFICATIONS_PAGE,
  ReadInput,
} from '#lib/contract/notifications/notifications.ts';
import {
  StaffAudience,
  StaffNotification,
} from '#lib/contract/notifications/staff-notifications.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { hashContent, matchesEtag } from '#lib/server/platform/http/etag.ts';

import { LIMITS } from './limits.ts';
import { getVersion, listNotifications, markAllRead, markNotificationRead } from './service.ts';
import { getNotificationSettings, updateNotificationSettings } from './settings.ts';
import { countReaders, notifyMembers } from './staff-messages.ts';

// Rises when responses get other fields: browsers fetch them again.
const SHAPE = 3;

const Readers = z.object({ readers: z.number() });

/** Notifications. */
export const calls = {
  'GET /web/notification': call({
    summary: 'List my notifications',
    token: true,
    access: 'accessToken',
    headers: ['if-none-match'],
    query: listQuery(NOTIFICATIONS_PAGE),
    response: NotificationPage,
    run: async (ctx, { query }, c) => {
      // Browsers poll every 5 seconds. The version is read first: a change in between only costs the next poll a list.
      const etag = `W/"${hashContent(`${c.req.url} ${SHAPE} ${await getVersion(ctx)}`)}"`;
      if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, { etag });
      return c.json({ data: await listNotifications(ctx, query) }, 200, { etag });
    },
  }),
  'PATCH /web/notification/read': call({
    summary: 'Mark a notification and all before it as read',
    token: true,
    access: 'accessToken',
    body: ReadInput,

    run: (ctx, { body }) => markAllRead(ctx, body.until),
  }),
  'GET /web/account/notifications': call({
    summary: 'Get which kinds of notifications I am shown, and how I am reached',
    token: true,
    response: NotificationSettings,
    run: getNotificationSettings,
  }),
  'PUT /web/account/notifications': call({
    summary:
      'Choose which kinds of notifications I am shown, and what goes out by email and to my phone',
    token: true,
    body: NotificationSettingsInput,
    response: NotificationSettings,
    errors: ['notification_kind_invalid', 'hour_invalid'],
    run: (ctx, { body }) => updateNotificationSettings(ctx, body),
  }),
  'PATCH /web/notification/:id/read': call({
    summary: 'Mark a notification as read',
    token: true,
    access: 'accessToken',
    response: Notification,
    errors: ['notification_not_found'],
    ids: { id: 'notification' },
    run: (ctx, { id }) => markNotificationRead(ctx, id),
  }),
  'GET /admin/notifications/readers': call({
    summary: 'Count the members a notification would reach',
    access: 'staff',
    query: StaffAudience,
    response: Readers,
    errors: ['town_invalid'],
    run: async (ctx, { query }) => ({ readers: await countReaders(ctx, query) }),
  }),
  'POST /admin/notifications': call({
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
    run: async (ctx, { body }) => ({ readers: await notifyMembers(ctx, body) }),
  }),
} satisfies Calls;
