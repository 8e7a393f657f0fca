// Apart from the schemas, so that what a page loads first needs no Zod (7 KB).

/** Posts a page of Explore and of My Discussions (spec 9). */
export const POSTS_PAGE = 10;

/** Posts a page on a forum profile (spec 9). */
export const MEMBER_POSTS_PAGE = 2;

/** Comments a page (spec 9). */
export const COMMENTS_PAGE = 12;

/** People a list of likes answers at once: the most any list does (design 5). */
export const LIKES_PAGE = 50;

/** Avatars of the stack under a post (spec 9). */
export const LIKE_STACK = 3;

/** Followers, or people followed, a page (spec 9). */
export const FOLLOWS_PAGE = 10;

/** Suggested people a page (spec 9). */
export const SUGGESTIONS_PAGE = 3;

/** Accounts, and posts, a page of results (spec 9). */
export const SEARCH_PAGE = 2;

/** Notifications a page, and how often the list is asked for, in milliseconds (spec 9). */
export const NOTIFICATIONS_PAGE = 4;
export const NOTIFICATIONS_POLL_MS = 5000;
