// Without Zod, for the forum's pages.

/** @param commentId the comment to show, if any */
export const postPath = (id: string, commentId?: string | null): string =>
  `/forums/posts/${id}${commentId ? `?comment=${commentId}` : ''}`;

/** Where the page of a deleted post leads: Explore says so. */
export const DELETED_POST_PATH = '/forums/explore?post=deleted';

/** @param isOwn whether the viewer is this member */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

export const resourcePath = (id: string): string => `/eduhub/${id}`;
