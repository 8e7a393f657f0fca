import type { ReportKind } from '#lib/contract/moderation.ts';
import { findAnyComments } from '#lib/server/comments/queries.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { notFound } from '#lib/server/errors.ts';
import { excerpt } from '#lib/server/notifications/excerpt.ts';
import { findAnyPost } from '#lib/server/posts/queries.ts';

import { findContact } from './decision-queries.ts';

/** What staff decide about. */
export interface Subject {
  kind: ReportKind;
  id: string;
  /** whose it is */
  memberId: string;
  /** its label: a title, the start of a comment, or a name */
  excerpt: string;
  /** of a comment */
  postId: string | null;
}

/**
 * Finds what staff decide about, also of a disabled member.
 * @throws AppError post_not_found, comment_not_found, member_not_found
 */
export async function getSubject(tx: Executor, kind: ReportKind, id: string): Promise<Subject> {
  if (kind === 'post') {
    const post = await findAnyPost(tx, id);
    if (!post) throw notFound('post');
    return { kind, id, memberId: post.author_id, excerpt: post.title, postId: null };
  }
  if (kind === 'comment') {
    const [comment] = await findAnyComments(tx, [id]);
    if (!comment) throw notFound('comment');
    const { member_id: memberId, post_id: postId, content } = comment;
    return { kind, id, memberId, excerpt: excerpt(content), postId };
  }
  const member = await findContact(tx, id);
  if (!member) throw notFound('member');
  const name = `${member.first_name} ${member.last_name}`;
  return { kind, id, memberId: id, excerpt: name, postId: null };
}
