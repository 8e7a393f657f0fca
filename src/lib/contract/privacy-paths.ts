// Without Zod, for pages.

/** The page of a member's rights, in Account Settings. */
export const PRIVACY_PATH = '/profile/privacy';
/** The page on which a member deletes their account. */
export const DELETION_PATH = `${PRIVACY_PATH}/delete`;
/** The page that follows, without an account. */
export const GOODBYE_PATH = '/goodbye';
/** The call that responds with the zip. */
export const EXPORT_FILE_PATH = '/api/web/account/export/file';
