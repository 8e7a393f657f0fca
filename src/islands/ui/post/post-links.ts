import type { Post } from '#lib/contract/forum/posts.ts';
import { memberPath, postPath } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';

export interface PostView {
  post: Post;
  isGuest?: boolean;
}

/** The link of a card, which leads guests to the login. */
export function postHref({ post, isGuest }: PostView): string {
  const path = postPath(post.post_id);
  return isGuest ? signInPath(path) : path;
}

/** The link of an author’s name: their profile, or the viewer’s own posts. */
export const authorHref = ({ post_owner, is_looked_after, account }: Post): string =>
  memberPath(account.account_id, post_owner && !is_looked_after);
