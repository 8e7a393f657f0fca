import { navigate } from 'astro:transitions/client';

import { showToast } from '#lib/client/toasts/toasts.ts';

const EXPLORE = '/forums/explore';
const FEED_PATHS = new Set([EXPLORE, '/forums/my-discussions']);

/** Shows the new post, which is on top of the feeds. */
export function onPostCreated(): void {
  showToast('ExploreToast', 'success', 'Post Uploaded Successfully.');
  if (FEED_PATHS.has(location.pathname)) scrollTo({ top: 0, behavior: 'smooth' });
  else void navigate(EXPLORE);
}
