import { Hono } from 'hono';

import { STAFF_NOTIFICATIONS_PATH } from '#lib/contract/paths.ts';
import { StaffNotification } from '#lib/contract/staff-notifications.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { readNotificationForm } from './notification-form.ts';
import { notifyMembers } from './notify-members.ts';

async function send(ctx: Ctx, { values }: SentForm): Promise<string> {
  const input = parse(StaffNotification, readNotificationForm(values));
  return `${STAFF_NOTIFICATIONS_PATH}?sent=${await notifyMembers(ctx, input)}`;
}

/** The plain form that sends a notification to many. */
export const notificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { send }));
