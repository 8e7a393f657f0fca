import { deletionCancelledEmail } from '#lib/server/people/deletions/emails.ts';
import { setDisabled } from '#lib/server/people/members/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';

import { propagateDisabled } from './propagate-disabled.ts';
import { deleteDeletion, findDeletion } from './queries.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Cancels the deletion that a member requested: they are visible again, unless staff have disabled them since.
 * @param tx the transaction of the login, which invalidates `posts`
 */
export async function cancelDeletion(
  services: Services,
  tx: Executor,
  memberId: string,
): Promise<void> {
  const pending = await findDeletion(tx, memberId);
  if (!pending || pending.disabled_at !== pending.requested_at) return;
  await deleteDeletion(tx, memberId);
  await setDisabled(tx, memberId, null);
  await propagateDisabled(services, tx, memberId, null);
  await enqueueEmailTo(services, tx, pending, deletionCancelledEmail, WEEK_MS);
}
