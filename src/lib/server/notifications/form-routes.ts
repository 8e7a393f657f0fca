import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { OPTIONAL_KINDS } from '#lib/contract/notifications/notification-kinds.ts';
import { NOTIFICATION_SETTINGS_PATH } from '#lib/contract/notifications/notification-settings.ts';
import { notificationPath } from '#lib/contract/notifications/notifications.ts';
import { StaffNotification } from '#lib/contract/notifications/staff-notifications.ts';
import { NOTIFICATIONS_PATH, STAFF_NOTIFICATIONS_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { markAllRead, markNotificationRead } from './service.ts';
import { updateNotificationSettings } from './settings.ts';
import { notifyMembers, readNotificationForm } from './staff-messages.ts';

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
  await updateNotificationSettings(ctx, {
    hidden: OPTIONAL_KINDS.filter((kind) => !shown.has(kind)),
  });
  return `${NOTIFICATION_SETTINGS_PATH}?done=saved`;
}

/** The plain forms of the member's notifications, and of which of them are shown. */
export const ownNotificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post(NOTIFICATIONS_PATH, handleForms(render, { '': readNotifications }))
    .post(NOTIFICATION_SETTINGS_PATH, handleForms(render, { '': changeSettings }));
