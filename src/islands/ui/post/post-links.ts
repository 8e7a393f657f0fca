import { memberPath, postPath } from '#lib/contract/paths.ts';
import type { Post } from '#lib/contract/posts.ts';
import { signInPath } from '#lib/contract/redirects.ts';

/** A post, and whether a guest looks at it. */
export interface PostView {
  post: Post;
  isGuest?: boolean;
}

/** @returns where a post's card leads: a guest signs in first (spec 2) */
export function postHref({ post, isGuest }: PostView): string {
  const path = postPath(post.post_id);
  return isGuest ? signInPath(path) : path;
}

/** @returns where an author's name leads: to one's own posts, or to somebody's profile (spec 2) */
export const authorHref = ({ post_owner, account }: Post): string =>
  memberPath(account.account_id, post_owner);
