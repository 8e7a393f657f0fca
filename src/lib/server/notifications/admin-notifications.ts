import type { AdminNotification } from '#lib/contract/notifications.ts';
import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { getMemberOrThrow } from '#lib/server/members/manage-members.ts';

import { createNotification } from './notify.ts';

/**
 * Sends a notification of an operator or another system.
 * @param idOrEmail of the member, or null for everyone
 * @throws AppError unknown_member
 */
export async function createAdminNotification(
  services: Services,
  idOrEmail: string | null,
  notification: AdminNotification,
): Promise<void> {
  const audience_member_id = idOrEmail && (await getMemberOrThrow(services, idOrEmail)).member_id;
  const audience = audience_member_id ? 'member' : 'everyone';
  await transact(services, { invalidates: [] }, (tx) =>
    createNotification(services, tx, { ...notification, audience, audience_member_id }),
  );
}
