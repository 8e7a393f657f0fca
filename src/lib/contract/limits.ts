// How many there may be of a thing. Errors say so: what every error needs of the contract is here.

/** Alerts of a member. */
export const MAX_ALERTS = 20;

/** Harvests of a member, of weeks that are not over. */
export const MAX_HARVESTS = 40;

/** Members whom one follows: a list of notifications looks at each. */
export const MAX_FOLLOWING = 1000;

/** Posts that a member has saved. */
export const MAX_SAVED = 200;

/** Reasons that staff choose from. */
export const MAX_REASONS = 30;

/** Members whom one blocks: every list that a member reads leaves them out. */
export const MAX_BLOCKS = 1000;

/** People who come in at once. */
export const IMPORT_ROWS = 500;

/** Columns of a list of them. */
export const IMPORT_COLUMNS = 40;

/** Passkeys of a member. */
export const MAX_PASSKEYS = 10;

/** Personal access tokens of a member. */
export const MAX_TOKENS = 10;

/** People whom a steward looks after. */
export const MAX_PEOPLE = 30;

/** Browsers of a member that get pushes. */
export const MAX_PUSH_DEVICES = 10;
