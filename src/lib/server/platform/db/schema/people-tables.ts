import type { JoinRole } from '#lib/contract/people/applications.ts';
import type { Act, TargetType } from '#lib/contract/people/audit-log.ts';
import type { ConsentDocument, ConsentOrigin } from '#lib/contract/people/consents.ts';
import type { Role } from '#lib/contract/people/members.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import type { StewardConsent } from '#lib/contract/people/stewards.ts';

export interface MemberTable {
  id: string;
  /** lower case; null for who signs in with a phone number alone */
  email: string | null;
  /** that they sign in with: 09 and 9 digits. One of it and the email is there */
  sign_in_phone: string | null;
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
  /** that they have chosen, one that was offered then; null: that of their browser */
  language: string | null;
}

export interface SessionTable {
  id: string;
  /** SHA-256 of the cookie's value, which is not stored */
  token_hash: string;
  member_id: string;
  user_agent: string;
  created_at: number;
  seen_at: number;
  /** when it last proved who uses it: at first by the sign-in */
  confirmed_at: number;
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

export interface InvitationTable {
  id: string;
  /** SHA-256 of the code */
  code_hash: string;
  /** so that staff can show it again */
  encrypted_code: string;
  /** for staff: whom it is for */
  note: string;
  /** null for any that somebody may join with */
  role: JoinRole | null;
  max_uses: number;
  uses: number;
  /** the last day, YYYY-MM-DD */
  until: string;
  revoked_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** Somebody who wants to join. An address that has an account gets a row too, so that timing is the same. */
export interface ApplicationTable {
  id: string;
  /** lower case */
  email: string;
  first_name: string;
  last_name: string;
  contact_phone: string | null;
  role: JoinRole;
  /** the code of a town; null outside the region */
  town: string | null;
  about: string;
  /** in which they applied */
  language: string;
  /** that was agreed to; null when it was not published */
  terms_version: number | null;
  privacy_version: number | null;
  invitation_id: string | null;
  origin: 'application' | 'invitation' | 'registration';
  /** `emailed`: the link was sent without staff; `admitted`: staff had it sent; `joined`: it was used */
  status: 'emailed' | 'waiting' | 'admitted' | 'declined' | 'joined';
  /** SHA-256 of the token in the link */
  token_hash: string | null;
  token_expires_at: number | null;
  decided_by: string | null;
  decided_at: number | null;
  /** of a decline */
  reason: string | null;
  /** once joined */
  member_id: string | null;
  created_at: number;
}

/** What a member agreed to, when and where. */
export interface ConsentTable {
  id: string;
  member_id: string;
  document: ConsentDocument;
  version: number;
  origin: ConsentOrigin;
  agreed_at: number;
  withdrawn_at: number | null;
}

/** A list of members that staff brought in. */
export interface ImportBatchTable {
  id: string;
  /** the member of staff; null once erased */
  made_by: string | null;
  /** where the papers lie with which members without an email agreed; empty where there are none */
  paper: string;
  /** of the invitations */
  language: string;
  /** that came in */
  rows_count: number;
  created_at: number;
  undone_at: number | null;
}

/** Somebody on such a list: invited by email, or a member by a phone number. */
export interface ImportRowTable {
  id: string;
  batch_id: string;
  /** in the list, from 1 */
  line: number;
  first_name: string;
  last_name: string;
  role: JoinRole;
  /** the code of a town */
  town: string | null;
  /** lower case; null for who has none */
  email: string | null;
  /** 09 and 9 digits */
  phone: string | null;
  /** when the invitation was queued; null before, and without an email */
  sent_at: number | null;
  /** of the invitation, while its link works */
  application_id: string | null;
  /** once they are a member */
  member_id: string | null;
}

export interface JoiningTables {
  invitations: InvitationTable;
  applications: ApplicationTable;
  consents: ConsentTable;
  import_batches: ImportBatchTable;
  import_rows: ImportRowTable;
}

/** A member's copy of their data: a zip, made by a job. */
export interface ExportTable {
  id: string;
  member_id: string;
  /** of the zip; null until it is made */
  file_key: string | null;
  /** of the zip */
  bytes: number | null;
  requested_at: number;
  /** the next attempt; while a server makes it, the end of its lease */
  run_at: number;
  attempts: number;
  ready_at: number | null;
  expires_at: number | null;
}

/** A member who wants their account erased, and is hidden until then. A new session ends it. */
export interface DeletionTable {
  member_id: string;
  /** also the member's `disabled_at`, unless staff disabled them since */
  requested_at: number;
  erase_at: number;
}

/** What is left of erased members outside the rows. It is removed first, and its row after it. */
interface LeftoverTable {
  /** of an image or an export; or `database-file`, which has words of deleted rows until it is written again */
  key: string;
}

export interface RightsTables {
  exports: ExportTable;
  deletions: DeletionTable;
  leftovers: LeftoverTable;
}

/** What a member of staff or an operator did. It holds ids: names are read when it is shown. */
export interface AuditLogTable {
  id: string;
  /** null for an operator's command */
  actor_id: string | null;
  act: Act;
  target_type: TargetType;
  /** null for what has no id */
  target_id: string | null;
  /** the member whom it is about: the target, or whose the target is */
  member_id: string | null;
  reason: string | null;
  /** JSON of an object of ids and values of the contract, never of names or texts */
  details: string;
  created_at: number;
}

/** A new email that its owner has not proved yet: one for each member. */
export interface EmailChangeTable {
  /** SHA-256 of the token in the link */
  token_hash: string;
  member_id: string;
  /** the member of staff who requested it */
  actor_id: string;
  /** lower case */
  email: string;
  created_at: number;
  expires_at: number;
}

/** What staff hand over to a member who cannot sign in: one for each. */
export interface DeskCodeTable {
  member_id: string;
  /** HMAC of the code, which is not stored */
  code_hash: string;
  /** the member of staff who made it */
  actor_id: string;
  created_at: number;
  expires_at: number;
}

/** The number that a member asks to sign in with: it works once staff have confirmed it. */
interface SignInPhoneClaimTable {
  member_id: string;
  phone: string;
  claimed_at: number;
}

/** A member who looks after another: a person has one steward at most. One that ended is deleted. */
export interface StewardshipTable {
  steward_id: string;
  person_id: string;
  /** how the person agreed to it */
  consent: StewardConsent;
  /** where the paper lies; may be empty */
  consent_note: string;
  /** the member of staff; null when they are gone */
  begun_by: string | null;
  begun_at: number;
}

export interface StaffTables {
  audit_log: AuditLogTable;
  email_changes: EmailChangeTable;
  desk_codes: DeskCodeTable;
  sign_in_phone_claims: SignInPhoneClaimTable;
  stewardships: StewardshipTable;
}
