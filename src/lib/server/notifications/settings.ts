import { isOptional, NOTIFICATION_KINDS } from '#lib/contract/notifications/notification-kinds.ts';
import type {
  NotificationSettings,
  NotificationSettingsInput,
} from '#lib/contract/notifications/notification-settings.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import { listHiddenKinds, refreshInboxes, setHiddenKinds } from './queries.ts';

// Decisions of the staff, and a copy of one's data.
const MAILED = new Set<string>(['moderation', 'account']);

/** Gets which kinds of notifications the viewer is shown. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const hidden = new Set<string>(await listHiddenKinds(ctx.db, requireViewer(ctx).id));
  const kinds = NOTIFICATION_KINDS.map((kind) => ({
    kind,
    is_shown: !hidden.has(kind),
    is_essential: !isOptional(kind),
    is_mailed: MAILED.has(kind),
  }));
  return { kinds };
}

/** Sets which kinds of notifications the viewer is not shown; repeating changes nothing. */
export async function updateNotificationSettings(
  ctx: Ctx,
  { hidden }: NotificationSettingsInput,
): Promise<NotificationSettings> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await setHiddenKinds(tx, id, [...new Set(hidden)]);
    await refreshInboxes(tx, [id]);
  });
  return getNotificationSettings(ctx);
}
