import { Hono } from 'hono';

import { NotificationSettingsInput } from '#lib/contract/notification-settings.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';

import { getNotificationSettings, updateNotificationSettings } from './settings.ts';

/** Which kinds of notifications the viewer is shown. */
export const notificationSettings = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await getNotificationSettings(c.get('ctx')) }))
  .put('/', async (c) => {
    const input = await parseJson(c, NotificationSettingsInput);
    return c.json({ data: await updateNotificationSettings(c.get('ctx'), input) });
  });
