import { navigate } from 'astro:transitions/client';

import { addPostToFeeds } from '#lib/client/post-cache.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

const EXPLORE = '/forums/explore';
const FEED_PATHS = new Set([EXPLORE, '/forums/my-discussions']);

/** A new post stands on top at once (spec 2): here, or on Explore. */
export function onPostCreated(post: Post): void {
  addPostToFeeds(queryClient(), post);
  showToast('ExploreToast', 'success', 'Post Uploaded Successfully.');
  if (FEED_PATHS.has(location.pathname)) scrollTo({ top: 0, behavior: 'smooth' });
  else void navigate(EXPLORE);
}
