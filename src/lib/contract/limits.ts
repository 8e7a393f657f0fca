// The maximum numbers of things. Error sentences name them, so errors need only this file of the contract.

/** Alerts of a member. */
export const MAX_ALERTS = 20;

/** Harvests of a member, in weeks that are not over. */
export const MAX_HARVESTS = 40;

/** Members whom a member follows: a list of notifications looks at each. */
export const MAX_FOLLOWING = 1000;

/** Posts that a member has saved. */
export const MAX_SAVED = 200;

/** Moderation reasons of the site. */
export const MAX_REASONS = 30;

/** Members whom a member blocks: every list leaves them out. */
export const MAX_BLOCKS = 1000;

/** Rows of an import. */
export const IMPORT_ROWS = 500;

/** Columns of an import. */
export const IMPORT_COLUMNS = 40;

/** Passkeys of a member. */
export const MAX_PASSKEYS = 10;

/** Personal access tokens of a member. */
export const MAX_TOKENS = 10;

/** People whom a steward looks after. */
export const MAX_PEOPLE = 30;

/** Browsers of a member that get pushes. */
export const MAX_PUSH_DEVICES = 10;
