import { QUARANTINE_DAYS } from '#lib/contract/moderation/moderation.ts';
import { returnAmountsOfPost } from '#lib/server/exchange/appointments/end.ts';
import { deleteComment } from '#lib/server/forum/comments/queries.ts';
import { deletePostWithContents } from '#lib/server/forum/posts/change-post.ts';
import { deleteQuarantine, listRows } from '#lib/server/forum/posts/queries.ts';
import { endOfStorage } from '#lib/server/people/audit-log/service.ts';
import {
  adjustPostsCount,
  recomputePostCounters,
  updateMember,
} from '#lib/server/people/members/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, QuarantineTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import * as quarantine from './quarantine-queries.ts';
import { findContact } from './queries.ts';

const DAY_MS = 86_400_000;

/** The author, and the decision; null for a pending post. */
type Owner = Pick<QuarantineTable, 'member_id' | 'decision_id'>;

/** The name that a member shows after theirs was removed. */
const NO_NAME = { first_name: 'Name', middle_name: '', last_name: 'Removed' } as const;

const toItem = (
  { clock }: Services,
  kind: QuarantineTable['kind'],
  subject_id: string,
  owner: Owner,
): QuarantineTable => ({
  id: newId(),
  kind,
  subject_id,
  ...owner,
  idempotency_key: null,
  request_hash: null,
  created_at: clock.latest(),
});

/**
 * Moves a post with everything that belongs to it to quarantine, where no query finds it. Its open pickups are called
 * off.
 * @returns the id in quarantine
 */
export async function quarantinePost(
  services: Services,
  tx: Executor,
  postId: string,
  owner: Owner,
): Promise<string> {
  await quarantine.lockWholePost(tx, postId);
  await returnAmountsOfPost(services, tx, postId);
  const item = toItem(services, 'post', postId, owner);
  const rows = await quarantine.readContents(tx, 'post', item);
  const post = JSON.parse(rows[0]?.content ?? '{}');
  // Throws when the post was deleted a moment ago.
  await deletePostWithContents(services, tx, postId, owner.member_id);
  const { idempotency_key, request_hash } = post;
  await quarantine.insertQuarantine(tx, { ...item, idempotency_key, request_hash }, rows);
  return item.id;
}

/** Moves a comment to quarantine, and deletes its notifications. */
export async function quarantineComment(
  services: Services,
  tx: Executor,
  comment: { id: string; post_id: string },
  owner: Owner,
): Promise<void> {
  const item = toItem(services, 'comment', comment.id, owner);
  const rows = await quarantine.readContents(tx, 'comment', item);
  if (!(await deleteComment(tx, comment.id))) throw new AppError('comment_not_found');
  await quarantine.insertQuarantine(tx, item, rows);
  await recomputePostCounters(tx, comment.post_id);
  const { id: commentId, post_id: postId } = comment;
  await services.notify(tx, { event: 'comment_removed', commentId, postId });
}

/** Removes a member's photo or name. */
export async function quarantineProfile(
  services: Services,
  tx: Executor,
  kind: 'avatar' | 'name',
  owner: Owner,
): Promise<void> {
  const member = await findContact(tx, owner.member_id);
  const { avatar_key = null, first_name, middle_name, last_name } = member ?? {};
  const isEmpty = kind === 'avatar' ? avatar_key === null : last_name === NO_NAME.last_name;
  if (!member || isEmpty) throw new AppError('nothing_to_remove');
  const before = kind === 'avatar' ? { avatar_key } : { first_name, middle_name, last_name };
  const row = {
    table_name: 'members',
    member_id: owner.member_id,
    image_key: kind === 'avatar' ? avatar_key : null,
    content: JSON.stringify(before),
  };
  await quarantine.insertQuarantine(tx, toItem(services, kind, owner.member_id, owner), [row]);
  await updateMember(tx, owner.member_id, kind === 'avatar' ? { avatar_key: null } : NO_NAME);
  await services.notify(tx, { event: 'member_changed', memberId: owner.member_id });
}

/** Restores a photo or name, unless the member has chosen another. */
async function restoreProfile(
  services: Services,
  tx: Executor,
  { id, kind, member_id }: QuarantineTable,
) {
  const [row] = await listRows(tx, id);
  const member = await findContact(tx, member_id);
  const isUnchanged =
    kind === 'avatar' ? member?.avatar_key === null : member?.last_name === NO_NAME.last_name;
  if (!row || !isUnchanged) return;
  await updateMember(tx, member_id, JSON.parse(row.content));
  await services.notify(tx, { event: 'member_changed', memberId: member_id });
}

/** Restores quarantined content. */
export async function putBack(
  services: Services,
  tx: Executor,
  item: QuarantineTable,
): Promise<void> {
  const { id, kind, subject_id, member_id } = item;
  if (kind === 'avatar' || kind === 'name') await restoreProfile(services, tx, item);
  else {
    const rows = await listRows(tx, id);
    const postId = kind === 'post' ? subject_id : JSON.parse(rows[0]?.content ?? '{}').post_id;
    if (kind === 'comment' && !(await quarantine.lockPostOfComment(tx, postId)))
      throw new AppError('not_reversible');
    await quarantine.insertContents(tx, id);
    // Members may have been erased or disabled since.
    await recomputePostCounters(tx, postId);
    if (kind === 'post') await adjustPostsCount(tx, member_id, 1);
  }
  // Another staff member was faster.
  if (!(await deleteQuarantine(tx, id))) throw new AppError('not_reversible');
}

/** Clears the texts of old decisions when old log entries are deleted. */
export const clearOldDecisions = (services: Services): Promise<void> =>
  quarantine.clearOldTexts(services.db, endOfStorage(services));

/** Permanently deletes content removed 30 days ago; its images become orphans. */
export const deleteExpiredQuarantine = ({ db, now }: Services): Promise<void> =>
  quarantine.deleteExpired(db, now() - QUARANTINE_DAYS * DAY_MS);
