import { navigate } from 'astro:transitions/client';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

const EXPLORE = '/forums/explore';
const FEED_PATHS = new Set([EXPLORE, '/forums/my-discussions']);

const postButton = () => document.querySelector<HTMLElement>('[data-open-post]') ?? document.body;

/** Shows the new post, which is on top of the feeds, and offers to share it, unless staff look at it first. */
export async function onPostCreated(post: Post): Promise<void> {
  showToast('ExploreToast', 'success', 'Post Uploaded Successfully.');
  if (FEED_PATHS.has(location.pathname)) scrollTo({ top: 0 });
  else await navigate(EXPLORE);
  if (!post.is_pending) await openDialog({ kind: 'share', post, isNew: true }, postButton());
}
