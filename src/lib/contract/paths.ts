// Without Zod, for the forum's pages.

/** @param commentId the comment to show, if any */
export const postPath = (id: string, commentId?: string | null): string =>
  `/forums/posts/${id}${commentId ? `?comment=${commentId}` : ''}`;

/** @returns the id in the path of a post, as it was written */
export const postIdIn = (path: string): string | undefined =>
  /^\/forums\/posts\/([^/?#]+)/.exec(path)?.[1];

/** A sheet with a post's link as a QR code, to be printed. */
export const postSheetPath = (id: string): string => `${postPath(id)}/sheet`;

/** Where a member edits or deletes their own comment. */
export const commentPath = (postId: string, commentId: string): string =>
  `${postPath(postId)}/comments/${commentId}`;

/** Where the page of a deleted post leads: Explore says so. */
export const DELETED_POST_PATH = '/forums/explore?post=deleted';

/** Explore, with the dialog of a new post open. */
export const NEW_POST_HASH = '#new-post';
export const NEW_POST_PATH = `/forums/explore${NEW_POST_HASH}`;

/** What is claimed about accessibility, and what is not good yet. */
export const ACCESSIBILITY_PATH = '/accessibility';

/** The member's notifications, as a page. */
export const NOTIFICATIONS_PATH = '/notifications';

/** @param isOwn whether the viewer is this member */
export const memberPath = (id: string, isOwn = false): string =>
  isOwn ? '/forums/my-discussions' : `/forums/profile/${id}`;

/** The page that asks whether to block a member. */
export const blockPath = (id: string): string => `${memberPath(id)}/block`;

/** Whom the viewer blocks. */
export const BLOCKED_PATH = '/profile/blocked';
/** The part of the account settings that changes the password, and where it is. */
export const CHANGE_PASSWORD_ID = 'change-password';
export const CHANGE_PASSWORD_PATH = `/profile#${CHANGE_PASSWORD_ID}`;

/** The passkeys in the account settings. */
export const PASSKEYS_PATH = '/profile/passkeys';

/** The personal access tokens in the account settings. */
export const TOKENS_PATH = '/profile/tokens';

export const resourcePath = (id: string): string => `/eduhub/${id}`;
