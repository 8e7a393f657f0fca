import type { JoinRole } from '#lib/contract/people/applications.ts';
import type { Act, TargetType } from '#lib/contract/people/audit-log.ts';
import type { ConsentDocument, ConsentOrigin } from '#lib/contract/people/consents.ts';
import type { Role } from '#lib/contract/people/members.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import type { StewardConsent } from '#lib/contract/people/stewards.ts';

export interface MemberTable {
  id: string;
  /** in lower case; null for members who log in only with a phone number */
  email: string | null;
  /** the phone number for logging in: 09 and 9 digits. At least one of email and number is set */
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
  /** PSGC code */
  town: string | null;
  /** storage key */
  avatar_key: string | null;
  joined_at: number;
  /** when staff disabled the member, who cannot log in, and whose content is hidden */
  disabled_at: number | null;
  followers_count: number;
  following_count: number;
  posts_count: number;
  /** the member's choice among the offered languages; null for the browser's */
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
  /** when the member last confirmed their identity, at first by logging in */
  confirmed_at: number;
}

/** A key pair whose private key is in a member's authenticator. */
export interface PasskeyTable {
  id: string;
  member_id: string;
  /** base64url */
  credential_id: string;
  /** COSE key, base64url */
  public_key: string;
  /** at the last use; always 0 when the authenticator does not count */
  counter: number;
  /** how browsers reach the authenticator, separated by commas */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

/** A used challenge of a passkey, which is not accepted again before it expires. */
export interface UsedPasskeyChallengeTable {
  /** SHA-256 of the challenge's signature */
  challenge_hash: string;
  expires_at: number;
}

/** A token with which a member's program calls the API. */
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

/** A password reset. Emails without an account get a row, too, so that responses and timing are the same. */
export interface PasswordResetTable {
  /** SHA-256 of the `token_id` that the browser has */
  token_hash: string;
  /** HMAC of the email and the request's origin, which have one unverified code each */
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

/** An erased member: only the id stays, so that no restore brings them back. */
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
  /** encrypted, so that staff can show the link again */
  encrypted_code: string;
  /** a note for staff about its recipients */
  note: string;
  /** null for any role open to applicants */
  role: JoinRole | null;
  max_uses: number;
  uses: number;
  /** the last day, YYYY-MM-DD */
  until: string;
  revoked_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** An application to join. Addresses with an account get a row, too, so that timing is the same. */
export interface ApplicationTable {
  id: string;
  /** lower case */
  email: string;
  first_name: string;
  last_name: string;
  contact_phone: string | null;
  role: JoinRole;
  /** PSGC code; null outside of the region */
  town: string | null;
  about: string;
  /** the language in which they applied */
  language: string;
  /** the version agreed to; null when the document was unpublished */
  terms_version: number | null;
  privacy_version: number | null;
  invitation_id: string | null;
  origin: 'application' | 'invitation' | 'registration';
  /** `emailed`: the link was sent automatically; `admitted`: sent by staff; `joined`: it was used */
  status: 'emailed' | 'waiting' | 'admitted' | 'declined' | 'joined';
  /** SHA-256 of the token in the link */
  token_hash: string | null;
  token_expires_at: number | null;
  decided_by: string | null;
  decided_at: number | null;
  /** the reason for declining */
  reason: string | null;
  /** null before they join */
  member_id: string | null;
  created_at: number;
}

/** A member's consent to a document. */
export interface ConsentTable {
  id: string;
  member_id: string;
  document: ConsentDocument;
  version: number;
  origin: ConsentOrigin;
  agreed_at: number;
  withdrawn_at: number | null;
}

/** An import of members by staff. */
export interface ImportBatchTable {
  id: string;
  /** the staff member; null when erased */
  made_by: string | null;
  /** where the papers are stored with which members without an email agreed; empty without any */
  paper: string;
  /** the language of the invitations */
  language: string;
  /** the number of imported people */
  rows_count: number;
  created_at: number;
  undone_at: number | null;
}

/** A person in an import: invited by email, or a member with a phone number. */
export interface ImportRowTable {
  id: string;
  batch_id: string;
  /** the row in the list, from 1 */
  line: number;
  first_name: string;
  last_name: string;
  role: JoinRole;
  /** PSGC code */
  town: string | null;
  /** in lower case; null without one */
  email: string | null;
  /** 09 and 9 digits */
  phone: string | null;
  /** when the invitation was queued; null before, and without an email */
  sent_at: number | null;
  /** of the invitation, while its link is valid */
  application_id: string | null;
  /** null before they are a member */
  member_id: string | null;
}

export interface JoiningTables {
  invitations: InvitationTable;
  applications: ApplicationTable;
  consents: ConsentTable;
  import_batches: ImportBatchTable;
  import_rows: ImportRowTable;
}

/** A member's export: a zip, made by a job. */
export interface ExportTable {
  id: string;
  member_id: string;
  /** the storage key of the zip; null until it is made */
  file_key: string | null;
  /** the size of the zip */
  bytes: number | null;
  requested_at: number;
  /** when the next attempt is due; while a server makes it, the end of the lease */
  run_at: number;
  attempts: number;
  ready_at: number | null;
  expires_at: number | null;
}

/** A member who requested the deletion of their account, and is hidden until then. A new session cancels it. */
export interface DeletionTable {
  member_id: string;
  /** equal to the member's `disabled_at`, unless staff disabled them since */
  requested_at: number;
  erase_at: number;
}

/** Leftovers of erased members outside of the rows. The leftover is removed first, then its row. */
interface LeftoverTable {
  /** the key of an image or export; or `database-file`, which contains deleted text until it is rewritten */
  key: string;
}

export interface RightsTables {
  exports: ExportTable;
  deletions: DeletionTable;
  leftovers: LeftoverTable;
}

/** An action of staff or an operator. Contains only ids: names are looked up when it is shown. */
export interface AuditLogTable {
  id: string;
  /** null for an operator's command */
  actor_id: string | null;
  act: Act;
  target_type: TargetType;
  /** null for targets without an id */
  target_id: string | null;
  /** the affected member: the target, or its owner */
  member_id: string | null;
  reason: string | null;
  /** JSON of an object of ids and values of the contract, never of names or texts */
  details: string;
  created_at: number;
}

/** A new email that its owner has not confirmed yet: one per member. */
export interface EmailChangeTable {
  /** SHA-256 of the token in the link */
  token_hash: string;
  member_id: string;
  /** the staff member who requested it */
  actor_id: string;
  /** lower case */
  email: string;
  created_at: number;
  expires_at: number;
}

/** A code that staff hand to a member who cannot log in: one per member. */
export interface DeskCodeTable {
  member_id: string;
  /** HMAC of the code, which is not stored */
  code_hash: string;
  /** the staff member who made it */
  actor_id: string;
  created_at: number;
  expires_at: number;
}

/** The phone number with which a member wants to log in; works once staff have confirmed it. */
interface SignInPhoneClaimTable {
  member_id: string;
  phone: string;
  claimed_at: number;
}

/** A member who looks after another: a person has at most one steward. Ended stewardships are deleted. */
export interface StewardshipTable {
  steward_id: string;
  person_id: string;
  /** how the person agreed */
  consent: StewardConsent;
  /** where the paper is stored; may be empty */
  consent_note: string;
  /** the staff member; null when deleted */
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
