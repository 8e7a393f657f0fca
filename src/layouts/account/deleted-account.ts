/** The entry of `sessionStorage` with the id of an account that its member deletes. */
export const DELETED_ACCOUNT = 'deleted-account';
