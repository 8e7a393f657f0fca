import type { ReportKind } from '#lib/contract/moderation.ts';
import { memberPath, postPath } from '#lib/contract/paths.ts';
import { findComment } from '#lib/server/comments/queries.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { notFound } from '#lib/server/errors.ts';
import { findMember } from '#lib/server/members/queries.ts';
import { excerpt } from '#lib/server/notifications/excerpt.ts';
import { findPost } from '#lib/server/posts/queries.ts';

import { hasOpenReport } from './queries.ts';

/** What a member is about to report. */
export interface ReportSubject {
  /** whose it is */
  name: string;
  /** a title, or the start of a comment; empty for a member */
  excerpt: string;
  /** its path */
  path: string;
  isOwn: boolean;
  isReported: boolean;
}

const FINDERS = {
  post: async ({ db }: Ctx, id: string, viewerId: string) => {
    const post = await findPost(db, viewerId, id);
    return post && { ...post, excerpt: post.title, path: postPath(id) };
  },
  comment: async ({ db }: Ctx, id: string, viewerId: string) => {
    const comment = await findComment(db, viewerId, id);
    const path = comment && postPath(comment.post_id, id);
    return comment && { ...comment, excerpt: excerpt(comment.content), path: path ?? '' };
  },
  member: async ({ db }: Ctx, id: string, viewerId: string) => {
    const member = await findMember(db, viewerId, id);
    return member && { ...member, excerpt: '', path: memberPath(id) };
  },
};

/**
 * Gets what a member is about to report.
 * @throws AppError post_not_found, comment_not_found, member_not_found
 */
export async function getReportSubject(
  ctx: Ctx,
  kind: ReportKind,
  id: string,
): Promise<ReportSubject> {
  const viewerId = requireViewer(ctx).id;
  const found = await FINDERS[kind](ctx, id, viewerId);
  if (!found) throw notFound(kind);
  return {
    name: `${found.first_name} ${found.last_name}`,
    excerpt: found.excerpt,
    path: found.path,
    isOwn: found.member_id === viewerId,
    isReported: await hasOpenReport(ctx.db, kind, id, viewerId),
  };
}
