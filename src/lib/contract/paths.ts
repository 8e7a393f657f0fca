// Where things are shown (spec 2). Without Zod, which the forum's pages do without.

/** @returns the page of a post */
export const postPath = (id: string): string => `/forums/posts/${id}`;

/** @returns the page of a member; one's own are one's own posts @param isOwn whether who looks is that member */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

/** @returns the page of a resource */
export const resourcePath = (id: string): string => `/eduhub/${id}`;
