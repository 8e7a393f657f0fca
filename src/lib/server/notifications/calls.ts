import { Hono } from 'hono';
import * as z from 'zod/mini';

import {
  NotificationSettings,
  NotificationSettingsInput,
} from '#lib/contract/notifications/notification-settings.ts';
import {
  Notification,
  NotificationPage,
  notificationPath,
  NOTIFICATIONS_PAGE,
  ReadInput,
} from '#lib/contract/notifications/notifications.ts';
import {
  StaffAudience,
  StaffNotification,
} from '#lib/contract/notifications/staff-notifications.ts';
import { ResumedAddresses, ResumeInput } from '#lib/contract/notifications/stopped-addresses.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import {
  NOTIFICATION_SETTINGS_PATH,
  NOTIFICATIONS_PATH,
  STAFF_NOTIFICATIONS_PATH,
  STAFF_PATH,
} from '#lib/contract/paths.ts';
import { currentLanguage } from '#lib/messages/t.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { dropBody, parse, readId } from '#lib/server/platform/http/parse-request.ts';
import { hashContent, matchesEtag } from '#lib/server/platform/http/response-headers.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import { LIMITS as STOP_LIMITS, stopEmails } from './channels/email/stop-emails.ts';
import { resumeAddresses } from './channels/email/stopped-addresses.ts';
import { PUSH_DEVICE_ACTIONS } from './channels/push/calls.ts';
import {
  listNotifications,
  markAllRead,
  markNotificationRead,
  versionOf,
} from './inbox/service.ts';
import { SETTINGS_ACTIONS } from './settings-routes.ts';
import { getNotificationSettings, resumeEmails, updateNotificationSettings } from './settings.ts';
import {
  countReaders,
  LIMITS,
  notifyMembers,
  previewNotification,
  readNotificationForm,
  requireNotification,
} from './staff-messages.ts';

// Increased when responses get new fields, so that browsers fetch them again.
const SHAPE = 3;

const Readers = z.object({ readers: z.number() });

export const calls = {
  'GET /web/notification': call({
    summary: 'List my notifications',
    token: true,
    access: 'accessToken',
    headers: ['if-none-match'],
    query: listQuery(NOTIFICATIONS_PAGE),
    response: NotificationPage,
    run: async (ctx, { query }, c) => {
      // Browsers poll every 5 seconds. The version was read earlier, with the session: a change in between only makes
      // the next poll fetch the list.
      const etag = `W/"${hashContent(`${c.req.url} ${SHAPE} ${currentLanguage()} ${versionOf(ctx)}`)}"`;
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
    ids: { id: 'notification' },
    run: (ctx, { id }) => markNotificationRead(ctx, id),
  }),
  'GET /admin/notifications/readers': call({
    summary: 'Count the members a notification would reach',
    query: StaffAudience,
    response: Readers,
    errors: ['town_invalid'],
    run: async (ctx, { query }) => ({ readers: await countReaders(ctx, query) }),
  }),
  'POST /admin/notifications': call({
    summary: 'Send a notification to many',
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
  'POST /admin/stopped-addresses/resume': call({
    summary: 'Let emails go again to addresses that took none',
    body: ResumeInput,
    response: ResumedAddresses,
    errors: ['day_invalid', 'confirmation_required'],
    run: async (ctx, { body }) => ({ addresses: await resumeAddresses(ctx, body.since) }),
  }),
} satisfies Calls;

async function send(ctx: Ctx, { values }: SentForm): Promise<string> {
  const input = parse(StaffNotification, readNotificationForm(values));
  return `${STAFF_NOTIFICATIONS_PATH}?sent=${await notifyMembers(ctx, input)}`;
}

async function resumeStopped(ctx: Ctx, { values }: SentForm): Promise<string> {
  const { since } = parse(ResumeInput, { since: values.get('since') ?? '' });
  await resumeAddresses(ctx, since);
  return `${STAFF_PATH}?done=resumed`;
}

/** The plain form with which staff resume emails to stopped addresses. */
export const stoppedAddressForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { resume_addresses: resumeStopped }));

/** The preview of a notification is only shown, not stored. */
const previewWith =
  (render: RenderRejected | undefined): FormAction =>
  async (ctx, { values, c }) => {
    requireNotification(values);
    c.set('notificationPreview', await previewNotification(ctx, values));
    return render ? render(c) : c.body(null, 204);
  };

/** The plain forms that preview and send a notification to many members. */
export const notificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { preview: previewWith(render), send }));

/** Marks a notification read and redirects to its subject; or marks all up to one read. */
async function readNotifications(ctx: Ctx, { values }: SentForm): Promise<string> {
  const id = readId(values.get('id') ?? values.get('until'), 'notification');
  if (values.has('id'))
    return notificationPath(await markNotificationRead(ctx, id)) ?? NOTIFICATIONS_PATH;
  await markAllRead(ctx, id);
  return NOTIFICATIONS_PATH;
}

async function resume(ctx: Ctx): Promise<string> {
  await resumeEmails(ctx);
  return `${NOTIFICATION_SETTINGS_PATH}?done=resumed`;
}

/** The plain forms of a member's notifications, and of the settings for them. */
export const ownNotificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(NOTIFICATIONS_PATH, handleForms(render, { '': readNotifications }))
    .post(
      NOTIFICATION_SETTINGS_PATH,
      handleForms(render, { ...SETTINGS_ACTIONS, resume, ...PUSH_DEVICE_ACTIONS }),
    );

/**
 * The mail program's button that stops emails of a kind (RFC 8058), and the button on the linked page. The token is
 * signed: no session and no CSRF token are needed, and the body is ignored.
 */
export const stopEmailsForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:token', async (c) => {
    const ctx = c.get('ctx');
    await ctx.limits.consume(STOP_LIMITS.stopEmails, ipPrefix(ctx.ip));
    await dropBody(c);
    await stopEmails(ctx, c.req.param('token'));
    return render ? render(c) : c.body(null, 204);
  });
