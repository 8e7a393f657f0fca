/** The error codes of personal access tokens, with their HTTP status. */
export const PERSONAL_TOKEN_ERRORS = {
  token_rejected: 401,
  two_credentials: 400,
  insufficient_scope: 403,
  token_not_allowed: 403,
  token_name_required: 400,
  token_scope_invalid: 400,
  token_not_found: 404,
  token_exists: 409,
  too_many_tokens: 409,
} as const;
