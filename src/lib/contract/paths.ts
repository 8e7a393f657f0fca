// Without Zod, for the forum's pages.

export const postPath = (id: string): string => `/forums/posts/${id}`;

/** @param isOwn whether the viewer is this member */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

export const resourcePath = (id: string): string => `/eduhub/${id}`;
