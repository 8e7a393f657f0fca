import type { Post } from '#lib/contract/forum/posts.ts';
import { listingPath } from '#lib/contract/paths.ts';

/** The URL of a listing's page, which is for everyone. */
export const publicUrl = ({ post_id, share_link }: Post): string =>
  new URL(listingPath(post_id), share_link).href;
