import type { Post } from '#lib/contract/forum/posts.ts';

/** The index of the post whose image is the LCP element, -1 when none is near the top. */
export const findLcpIndex = (posts: Post[]): number =>
  posts.slice(0, 2).findIndex(({ attachments }) => attachments.length > 0);
