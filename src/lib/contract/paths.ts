// Without Zod, for the forum's pages.

/** @param commentId the comment to show, if any */
export const postPath = (id: string, commentId?: string | null): string =>
  `/forums/posts/${id}${commentId ? `?comment=${commentId}` : ''}`;

/** @param isOwn whether the viewer is this member */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

export const resourcePath = (id: string): string => `/eduhub/${id}`;
