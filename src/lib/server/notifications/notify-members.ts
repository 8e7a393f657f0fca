import {
  readLink,
  type StaffAudience,
  type StaffNotification,
} from '#lib/contract/staff-notifications.ts';
import { getPost } from '#lib/server/forum/posts/service.ts';
import { getResource } from '#lib/server/library/resources/service.ts';
import { hasAct } from '#lib/server/people/audit-log/queries.ts';
import { recordAct } from '#lib/server/people/audit-log/record-act.ts';
import { authorizeAct } from '#lib/server/people/confirmations/authorize.ts';
import { lockStaffViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, nameField } from '#lib/server/platform/errors.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import * as audiences from './audience-queries.ts';
import { LIMITS } from './limits.ts';
import { createNotification, toNotificationRow } from './notify.ts';
import { insertNotifications } from './queries.ts';

// A statement has at most 32,766 values.
const BATCH_SIZE = 500;

/** @throws AppError town_invalid */
function requireTown({ to, town }: StaffAudience): void {
  if (to === 'town' && !isTown(town ?? '')) throw fieldError('town', 'town_invalid');
}

/**
 * Looks at a notification before it is sent.
 * @returns the number of its readers
 * @throws AppError unauthenticated, staff_only; town_invalid, post_not_found, resource_not_found of their fields
 */
export async function checkNotification(ctx: Ctx, input: StaffNotification): Promise<number> {
  const readers = await countReaders(ctx, input);
  await requireLinked(ctx, input.link);
  return readers;
}

/**
 * Counts the members who would get a notification.
 * @throws AppError unauthenticated, staff_only, town_invalid
 */
export async function countReaders(ctx: Ctx, audience: StaffAudience): Promise<number> {
  requireStaffViewer(ctx);
  requireTown(audience);
  return audiences.countReaders(ctx.db, audience);
}

/** @throws AppError post_not_found, resource_not_found */
async function requireLinked(ctx: Ctx, link: string): Promise<void> {
  const { type, link_data } = readLink(link);
  if (link_data === null) return;
  const find = type === 'eduhub-published' ? getResource : getPost;
  await find(ctx, link_data).catch((error: unknown) => {
    throw error instanceof AppError ? nameField(error, 'link') : error;
  });
}

/** One row for everyone; for a role or a town, one for each of its members. @returns the number of readers */
async function insertForAudience(
  ctx: Ctx,
  tx: Executor,
  { key, title, content, link, ...audience }: StaffNotification,
): Promise<number> {
  const message = { ...readLink(link), kind: 'staff', title, content } as const;
  const dedupe_key = `staff ${key}`;
  if (audience.to === 'everyone') {
    await createNotification(ctx, tx, { ...message, audience: 'everyone', dedupe_key });
    return audiences.countReaders(tx, audience);
  }
  const ids = await audiences.listReaderIds(tx, audience);
  const rows = ids.map((id) =>
    toNotificationRow(ctx, {
      ...message,
      audience: 'member',
      audience_member_id: id,
      dedupe_key: `${dedupe_key} ${id}`,
    }),
  );
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await insertNotifications(tx, rows.slice(at, at + BATCH_SIZE));
  return rows.length;
}

/**
 * Notifies everyone, the members with a role, or those of a town. Repeating with the same key changes nothing.
 * @returns the number of readers
 * @throws AppError confirmation_required for more than one, town_invalid, post_not_found, resource_not_found, rate_limited
 */
export async function notifyMembers(ctx: Ctx, input: StaffNotification): Promise<number> {
  const expected = await checkNotification(ctx, input);
  const isWide = input.to === 'everyone' || expected > 1;
  const act = isWide ? 'notification.sent' : 'notification.sent_to_one';
  const { id } = authorizeAct(ctx, act);
  await ctx.limits.consume(LIMITS.notifyMembers, id);
  const { key, to, role = null, town = null } = input;
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, act);
    const target = { targetType: 'notification', targetId: key } as const;
    if (await hasAct(tx, 'notification.sent', key)) return audiences.countReaders(tx, input);
    const readers = await insertForAudience(ctx, tx, input);
    const details = { to, role, town, readers };
    await recordAct(tx, { actorId: id, act: 'notification.sent', ...target, details });
    return readers;
  });
}
