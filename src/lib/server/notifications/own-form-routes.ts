import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { notificationPath } from '#lib/contract/notifications.ts';
import { NOTIFICATIONS_PATH } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/context.ts';
import { notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody } from '#lib/server/http/parse-request.ts';

import { markNotificationRead } from './service.ts';

async function openNotification(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const id = toId(form.get('id') ?? undefined);
  if (!id) throw notFound('notification');
  return notificationPath(await markNotificationRead(ctx, id)) ?? NOTIFICATIONS_PATH;
}

/** The plain form that marks one of the member's notifications read and leads to what it is about. */
export const ownNotificationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(NOTIFICATIONS_PATH, limitJsonBody, handlePageForm(render, openNotification));
