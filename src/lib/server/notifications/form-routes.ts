import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { OPTIONAL_KINDS } from '#lib/contract/notifications/notification-kinds.ts';
import { NotificationSettingsInput } from '#lib/contract/notifications/notification-settings.ts';
import { notificationPath } from '#lib/contract/notifications/notifications.ts';
import { StaffNotification } from '#lib/contract/notifications/staff-notifications.ts';
import {
  NOTIFICATIONS_PATH,
  STAFF_NOTIFICATIONS_PATH,
  NOTIFICATION_SETTINGS_PATH,
} from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { readPageForm } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import { LIMITS } from './limits.ts';
import { PUSH_DEVICE_ACTIONS } from './push-devices/form-routes.ts';
import { markAllRead, markNotificationRead } from './service.ts';
import { resumeEmails, updateNotificationSettings } from './settings.ts';
import { notifyMembers, readNotificationForm } from './staff-messages.ts';
import { stopEmails } from './stop-emails.ts';

async function send(ctx: Ctx, { values }: SentForm): Promise<string> {
  const input = parse(StaffNotification, readNotificationForm(values));
  return `${STAFF_NOTIFICATIONS_PATH}?sent=${await notifyMembers(ctx, input)}`;
}

/** The plain form that sends a notification to many. */
export const notificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { send }));

/** Marks one notification read and leads to what it is about, or all that were seen. */
async function readNotifications(ctx: Ctx, { values }: SentForm): Promise<string> {
  const id = toId(values.get('id') ?? values.get('until') ?? undefined);
  if (!id) throw notFound('notification');
  if (values.has('id'))
    return notificationPath(await markNotificationRead(ctx, id)) ?? NOTIFICATIONS_PATH;
  await markAllRead(ctx, id);
  return NOTIFICATIONS_PATH;
}

async function changeSettings(ctx: Ctx, { values }: SentForm): Promise<string> {
  const shown = new Set(values.getAll('shown'));
  const hour = (name: string) => Number.parseInt(values.get(name) ?? '', 10);
  const input = parse(NotificationSettingsInput, {
    hidden: OPTIONAL_KINDS.filter((kind) => !shown.has(kind)),
    // A page that was open during an upgrade does not have them.
    ...(values.has('quiet_from') && {
      channels: { email: values.getAll('email'), push: values.getAll('push') },
      quiet_hours: { from: hour('quiet_from'), until: hour('quiet_until') },
    }),
  });
  await updateNotificationSettings(ctx, input);
  return `${NOTIFICATION_SETTINGS_PATH}?done=saved`;
}

async function resume(ctx: Ctx): Promise<string> {
  await resumeEmails(ctx);
  return `${NOTIFICATION_SETTINGS_PATH}?done=resumed`;
}

/** The plain forms of the member's notifications, and of which of them are shown. */
export const ownNotificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(NOTIFICATIONS_PATH, handleForms(render, { '': readNotifications }))
    .post(
      NOTIFICATION_SETTINGS_PATH,
      handleForms(render, { '': changeSettings, resume, ...PUSH_DEVICE_ACTIONS }),
    );

/**
 * The button in a mail program that stops emails of a kind (RFC 8058), and that of the page which the link opens. Its token is
 * signed: it needs no session and no CSRF token, and nothing that is sent matters.
 */
export const stopEmailsForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:token', async (c) => {
    const ctx = c.get('ctx');
    await ctx.limits.consume(LIMITS.stopEmails, ipPrefix(ctx.ip));
    await readPageForm(c);
    await stopEmails(ctx, c.req.param('token'));
    return render ? render(c) : c.body(null, 204);
  });
