import type { AdminNotification } from '#lib/contract/notifications.ts';
import { recordAct } from '#lib/server/people/audit-log/record-act.ts';
import { getMemberOrThrow } from '#lib/server/people/members/manage-members.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import { createNotification } from './notify.ts';

/**
 * Sends a notification of an operator or another system.
 * @param idOrEmail of the member, or null for everyone
 * @param actorId the member of staff; null, the default, for an operator's command
 * @throws AppError unknown_member
 */
export async function createAdminNotification(
  services: Services,
  idOrEmail: string | null,
  notification: AdminNotification,
  actorId: string | null = null,
): Promise<void> {
  const audience_member_id = idOrEmail && (await getMemberOrThrow(services, idOrEmail)).member_id;
  const audience = audience_member_id ? 'member' : 'everyone';
  const { type } = notification;
  await transact(services, { invalidates: [] }, async (tx) => {
    await createNotification(services, tx, {
      ...notification,
      kind: 'staff',
      audience,
      audience_member_id,
    });
    const target = { targetType: 'notification', targetId: null } as const;
    const memberId = audience_member_id;
    await recordAct(tx, {
      actorId,
      act: 'notification.sent',
      ...target,
      memberId,
      details: { type },
    });
  });
}
