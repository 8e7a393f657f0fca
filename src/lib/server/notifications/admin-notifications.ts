import type { AdminNotification } from '#lib/contract/notifications.ts';
import type { Services } from '#lib/server/context.ts';
import type { NotificationTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { getMemberOrThrow } from '#lib/server/members/membership.ts';
import { newId } from '#lib/server/new-id.ts';

import { insertNotification } from './queries.ts';

/**
 * Sends a notification of an operator or another system.
 * @param idOrEmail of the member, or null for everyone
 * @throws AppError unknown_member
 */
export async function createAdminNotification(
  services: Services,
  idOrEmail: string | null,
  { type, title, content, link_data }: AdminNotification,
): Promise<void> {
  const audience_member_id = idOrEmail && (await getMemberOrThrow(services, idOrEmail)).member_id;
  const row: NotificationTable = {
    id: newId(),
    type,
    audience: audience_member_id ? 'member' : 'everyone',
    audience_member_id,
    actor_id: null,
    link_data,
    title,
    content,
    created_at: services.now(),
    dedupe_key: null,
  };
  await transact(services, { invalidates: [] }, (tx) => insertNotification(tx, row));
}
