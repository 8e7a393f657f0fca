/** A password reset. An email without an account gets a row too, so that responses and timing are the same. */
export interface PasswordResetTable {
  /** SHA-256 of the `token_id` that the browser has */
  token_hash: string;
  /** HMAC of the email and of where the request comes from: one unverified code each */
  origin_key: string;
  /** HMAC of the email */
  account_key: string;
  /** null when the email has no account */
  member_id: string | null;
  /** binds the reset to the browser that requested it */
  client_hash: string;
  /** HMAC of the code; empty once verified */
  code_hmac: string;
  created_at: number;
  expires_at: number;
  verified_at: number | null;
}
