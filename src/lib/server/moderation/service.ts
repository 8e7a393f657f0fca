import { postPath } from '#lib/contract/paths.ts';
import { recordAct } from '#lib/server/audit-log/record-act.ts';
import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { notFound, AppError } from '#lib/server/errors.ts';
import { deleteImagesQuietly } from '#lib/server/images/service.ts';
import { notifyPostRemoved } from '#lib/server/notifications/notify.ts';
import { deletePostWithContents } from '#lib/server/posts/delete-post.ts';
import { findAnyPost } from '#lib/server/posts/queries.ts';
import * as reports from '#lib/server/reports/queries.ts';

/** A member as staff see them. */
interface Contact {
  name: string;
  email: string;
}

/** A reported post, for staff only: the author does not learn who reported it (docs/product.md, "Reports"). */
export interface ReportedPost {
  title: string;
  /** its URL */
  link: string;
  author: Contact & { disabled: boolean };
  /** open ones, oldest first; `at` is ISO 8601, UTC */
  reports: { reason: string; by: Contact; at: string }[];
}

const toContact = (row: { first_name: string; last_name: string; email: string }): Contact => ({
  name: `${row.first_name} ${row.last_name}`,
  email: row.email,
});

/**
 * Lists posts with open reports, the most reported first.
 * @param limit how many posts
 */
export async function listReportedPosts(
  { db, config }: Services,
  limit: number,
): Promise<ReportedPost[]> {
  const posts = await reports.listReportedPosts(db, limit);
  const open = await reports.listOpenReports(
    db,
    posts.map(({ id }) => id),
  );
  const byPost = Map.groupBy(open, ({ post_id }) => post_id);
  return posts.map((post) => ({
    title: post.title,
    link: config.publicUrl + postPath(post.id),
    author: { ...toContact(post), disabled: post.disabled_at !== null },
    reports: (byPost.get(post.id) ?? []).map((row) => ({
      reason: row.reason,
      by: toContact(row),
      at: new Date(row.created_at).toISOString(),
    })),
  }));
}

/**
 * Removes a post with all that belongs to it, and notifies its author.
 * @param reason for the author, or empty
 * @param actorId the member of staff; null, the default, for an operator's command
 * @returns its title
 * @throws AppError post_not_found
 */
export async function removePost(
  services: Services,
  id: string,
  reason: string,
  actorId: string | null = null,
): Promise<string> {
  const { title, keys } = await transact(services, { invalidates: ['posts'] }, async (tx) => {
    const post = await findAnyPost(tx, id);
    if (!post) throw notFound('post');
    const imageKeys = await deletePostWithContents(services, tx, id, post.author_id);
    await notifyPostRemoved(services, tx, post.author_id, { title: post.title, reason });
    const target = { targetType: 'post', targetId: id, memberId: post.author_id } as const;
    await recordAct(tx, { actorId, act: 'post.removed', ...target, reason });
    return { title: post.title, keys: imageKeys };
  });
  await deleteImagesQuietly(services, keys);
  return title;
}

/**
 * Dismisses a post's open reports; the post stays.
 * @param actorId the member of staff; null, the default, for an operator's command
 * @returns how many there were
 * @throws AppError no_open_reports
 */
export function dismissReports(
  services: Services,
  postId: string,
  actorId: string | null = null,
): Promise<number> {
  return transact(services, { invalidates: [] }, async (tx) => {
    const count = await reports.dismissReports(tx, postId, services.now());
    if (count === 0) throw new AppError('no_open_reports');
    const memberId = (await findAnyPost(tx, postId))?.author_id ?? null;
    const target = { targetType: 'post', targetId: postId, memberId } as const;
    await recordAct(tx, { actorId, act: 'reports.dismissed', ...target, details: { count } });
    return count;
  });
}
