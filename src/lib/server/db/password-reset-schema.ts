/* The part of the data model that recovery and mail add; ids and times are as `schema.ts` says. */

/** A recovery of an account; an address that nobody has gets a row that looks the same. */
export interface PasswordResetTable {
  /** SHA-256 of the token_id given to the browser */
  token_hash: string;
  /** HMAC of the address and of where it is recovered from; one code of a place lives */
  origin_key: string;
  /** HMAC of the address */
  account_key: string;
  member_id: string | null;
  /** what the browser that asked is bound to; no other may go on */
  client_hash: string;
  /** HMAC of the code; empty once it was entered */
  code_hmac: string;
  created_at: number;
  expires_at: number;
  verified_at: number | null;
}

/** A letter that is still to be sent; once it was, its row is gone. */
export interface EmailTable {
  id: string;
  /** the letter, encrypted: it may hold a code */
  encrypted_payload: string;
  created_at: number;
  /** not before; while somebody sends it, when their time is over */
  run_at: number;
  /** not after: a code that has ended helps nobody */
  expires_at: number;
  attempts: number;
  /** when its text began to go to the mail server; it is never sent again after that */
  sending_at: number | null;
}
