import type { Role } from '#lib/contract/people/members.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';

export interface MemberTable {
  id: string;
  /** lower case */
  email: string;
  /** argon2id in PHC form */
  password_hash: string;
  role: Role;
  first_name: string;
  middle_name: string;
  last_name: string;
  contact_phone: string | null;
  /** YYYY-MM-DD */
  birthdate: string | null;
  /** the code of a town */
  town: string | null;
  /** storage key */
  avatar_key: string | null;
  joined_at: number;
  /** set by staff: the member cannot log in, and nothing of theirs is shown */
  disabled_at: number | null;
  followers_count: number;
  following_count: number;
  posts_count: number;
  /** every notification with a lower id is read; null before the first is */
  read_watermark: string | null;
  /** as above, but set by the member, who marked all as read: what reappears later is read, too */
  read_until: string | null;
}

export interface SessionTable {
  id: string;
  /** SHA-256 of the cookie's value, which is not stored */
  token_hash: string;
  member_id: string;
  user_agent: string;
  created_at: number;
  seen_at: number;
  /** when it last proved who uses it; null for the sign-in */
  confirmed_at: number | null;
}

/** A key pair whose private half an authenticator of the member has. */
export interface PasskeyTable {
  id: string;
  member_id: string;
  /** base64url */
  credential_id: string;
  /** COSE key, base64url */
  public_key: string;
  /** of the last use; always 0 where the authenticator has none */
  counter: number;
  /** how a browser reaches the authenticator, separated by commas */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

/** A challenge of a passkey that was used: it is not accepted again before it expires. */
export interface UsedPasskeyChallengeTable {
  /** SHA-256 of its signature */
  challenge_hash: string;
  expires_at: number;
}

/** What lets a program of the member call the API. */
export interface PersonalTokenTable {
  id: string;
  member_id: string;
  /** SHA-256 of the token, which is not stored */
  token_hash: string;
  name: string;
  scope: TokenScope;
  /** YYYY-MM-DD, its last day; null for none */
  until: string | null;
  created_at: number;
  /** YYYY-MM-DD; null before the first use */
  used_on: string | null;
}

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

/** A member who was erased: only the id stays, so that no restore recreates them. */
export interface ErasedMemberTable {
  member_id: string;
  erased_at: number;
}

export interface AccountTables {
  members: MemberTable;
  sessions: SessionTable;
  passkeys: PasskeyTable;
  used_passkey_challenges: UsedPasskeyChallengeTable;
  personal_tokens: PersonalTokenTable;
  password_resets: PasswordResetTable;
  erased_members: ErasedMemberTable;
}
