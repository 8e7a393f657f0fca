// Without Zod, for pages.

/** The page of a member's rights, in Account Settings. */
export const PRIVACY_PATH = '/profile/privacy';
