/** The key in `sessionStorage` of the id of an account being deleted. */
export const DELETED_ACCOUNT = 'deleted-account';
