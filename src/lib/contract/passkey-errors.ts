/** The error codes of passkeys, with their HTTP status. */
export const PASSKEY_ERRORS = {
  passkey_rejected: 401,
  passkey_invalid: 400,
  passkey_exists: 409,
  passkey_name_required: 400,
  passkey_not_found: 404,
  too_many_passkeys: 409,
  passkeys_unavailable: 409,
} as const;
