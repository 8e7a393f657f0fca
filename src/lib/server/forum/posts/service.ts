import { type Post, type PostPage, PREVIEW_PAGE } from '#lib/contract/forum/posts.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { postPath } from '#lib/contract/paths.ts';
import { findMember } from '#lib/server/people/members/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { toAttachments } from '#lib/server/platform/images/service.ts';
import { fromNow, toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { findOwnPendingPost, listOwnPendingPosts } from './pending-posts.ts';
import { listingOf } from './post-listing.ts';
import * as posts from './queries.ts';

/** The viewer's rights to a post: as its author, or on the author's behalf if it has a listing. */
function ownershipOf({ viewer }: Ctx, row: posts.PostRow) {
  const isAuthor = row.member_id === viewer?.id;
  const isPersons = isAuthor
    ? viewer.stewardId !== undefined
    : Boolean(row.is_looked_after) && row.kind !== null;
  return { post_owner: isAuthor || isPersons, ...(isPersons && { is_looked_after: true }) };
}

export const toPost = (ctx: Ctx, row: posts.PostRow): Post => ({
  post_id: row.id,
  title: row.title,
  description: row.description,
  ...toAttachments(row.images),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
  comments: row.comments_count,
  likes: row.likes_count,
  is_liked: Boolean(row.is_liked),
  ...(row.is_saved ? { is_saved: true } : {}),
  share_link: ctx.config.publicUrl + postPath(row.id),
  ...ownershipOf(ctx, row),
  account: toAccount(row),
  listing: listingOf(ctx, row),
});

async function listPage(ctx: Ctx, list: ListQuery, authorId?: string): Promise<PostPage> {
  // In their own list, authors also see posts dated in the future.
  const page = authorId === undefined ? fromNow(ctx, list) : withLookahead(list);
  const rows = await posts.listPosts(ctx.db, ctx.viewer?.id ?? null, page, authorId);
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { posts: items.map((row) => toPost(ctx, row)), nextCursor };
}

/** All members' posts, newest first. */
export async function listExplorePosts(ctx: Ctx, list: ListQuery): Promise<PostPage> {
  requireViewer(ctx);
  return listPage(ctx, list);
}

/** The newest posts, for guests; there is no next page. */
export async function listPreviewPosts(ctx: Ctx): Promise<PostPage> {
  const { posts: newest } = await listPage(ctx, { cursor: null, limit: PREVIEW_PAGE });
  return { posts: newest, nextCursor: null };
}

/** @returns a pending post, as staff and its author see it */
export const toPendingPost = (ctx: Ctx, row: posts.PostRow): Post => ({
  ...toPost(ctx, row),
  is_pending: true,
});

/** The viewer's posts, newest first; the first page begins with pending ones. */
export async function listOwnPosts(ctx: Ctx, list: ListQuery): Promise<PostPage> {
  const { id } = requireViewer(ctx);
  const page = await listPage(ctx, list, id);
  if (list.cursor !== null) return page;
  const pending = await listOwnPendingPosts(ctx.db, id);
  return { ...page, posts: [...pending.map((row) => toPendingPost(ctx, row)), ...page.posts] };
}

/** A member's posts, newest first. */
export async function listMemberPosts(
  ctx: Ctx,
  memberId: string,
  list: ListQuery,
): Promise<PostPage> {
  const { id } = requireViewer(ctx);
  if (!(await findMember(ctx.db, id, memberId))) throw notFound('member');
  return listPage(ctx, list, memberId);
}

/** Gets a post; a pending one only for its author. */
export async function getPost(ctx: Ctx, id: string): Promise<Post> {
  const viewerId = requireViewer(ctx).id;
  const row = await posts.findPost(ctx.db, viewerId, id);
  if (row) return { ...toPost(ctx, row), is_muted: Boolean(row.is_muted) };
  const pending = await findOwnPendingPost(ctx.db, viewerId, id);
  if (!pending) throw notFound('post');
  return toPendingPost(ctx, pending);
}
