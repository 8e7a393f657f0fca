import type { Post } from '#lib/contract/forum/posts.ts';
import { memberPath, postPath } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';

/** A post, and who views it. */
export interface PostView {
  post: Post;
  isGuest?: boolean;
}

/** Where a card leads; a guest logs in first. */
export function postHref({ post, isGuest }: PostView): string {
  const path = postPath(post.post_id);
  return isGuest ? signInPath(path) : path;
}

/** Where an author's name leads: to the own posts, or to a profile. */
export const authorHref = ({ post_owner, is_looked_after, account }: Post): string =>
  memberPath(account.account_id, post_owner && !is_looked_after);
