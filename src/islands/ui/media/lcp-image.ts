import type { Post } from '#lib/contract/posts.ts';

/**
 * Which card of a list has the picture that is seen first: it is fetched before the others.
 * @returns its place, or -1 when no picture is near the top
 */
export const findLcpIndex = (posts: Post[]): number =>
  posts.slice(0, 2).findIndex(({ attachments }) => attachments.length > 0);
