import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

const JOIN_ROLES = `('farmer', 'processor', 'gleaner', 'feed')`;

const members = ({ id, time, end }: ColumnTypes) => [
  `create table members (
    id ${id} primary key,
    email text unique,
    sign_in_phone text,
    password_hash text not null,
    role text not null check (role in ('farmer', 'processor', 'gleaner', 'feed', 'staff')),
    first_name text not null,
    middle_name text not null,
    last_name text not null,
    contact_phone text,
    birthdate text,
    town text,
    avatar_key text,
    language text,
    joined_at ${time} not null,
    disabled_at ${time},
    followers_count integer not null default 0 check (followers_count >= 0),
    following_count integer not null default 0 check (following_count >= 0),
    posts_count integer not null default 0 check (posts_count >= 0),
    check (email is not null or sign_in_phone is not null)
  ) ${end}`,
  `create unique index members_sign_in_phone_key on members (sign_in_phone)`,
  // For suggestions, sorted by rank.
  `create index members_followers_count_idx
    on members (followers_count, posts_count, id) where disabled_at is null`,
  // Members whom no restore may bring back: only their ids stay.
  `create table erased_members (
    member_id ${id} primary key,
    erased_at ${time} not null
  ) ${end}`,
];

/** Sessions and other credentials. */
const credentials = ({ id, time, end }: ColumnTypes) => [
  `create table sessions (
    id ${id} primary key,
    token_hash text not null unique,
    member_id ${id} not null references members on delete cascade,
    user_agent text not null,
    created_at ${time} not null,
    seen_at ${time} not null,
    confirmed_at ${time} not null
  ) ${end}`,
  `create index sessions_member_id_idx on sessions (member_id, id)`,
  `create index sessions_seen_at_idx on sessions (seen_at)`,
  // Counters are unsigned 32-bit numbers, larger than Postgres' integer.
  `create table passkeys (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter ${time} not null,
    transports text not null,
    name text not null,
    created_at ${time} not null,
    used_at ${time}
  ) ${end}`,
  `create index passkeys_member_id_idx on passkeys (member_id)`,
  // Until they expire, so that none is accepted twice.
  `create table used_passkey_challenges (
    challenge_hash text primary key,
    expires_at ${time} not null
  ) ${end}`,
  `create table personal_tokens (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    token_hash text not null unique,
    name text not null,
    scope text not null check (scope in ('read', 'write')),
    until text,
    created_at ${time} not null,
    used_on text
  ) ${end}`,
  `create index personal_tokens_member_id_idx on personal_tokens (member_id)`,
];

/** New passwords, emails and phone numbers, until they are confirmed. */
const proofs = ({ id, time, end }: ColumnTypes) => [
  `create table password_resets (
    token_hash text primary key,
    origin_key text not null,
    account_key text not null,
    member_id ${id} references members on delete cascade,
    client_hash text not null,
    code_hmac text not null,
    created_at ${time} not null,
    expires_at ${time} not null,
    verified_at ${time}
  ) ${end}`,
  // An origin has at most one code that was not entered yet.
  `create unique index password_resets_unverified_idx
    on password_resets (origin_key) where verified_at is null`,
  `create index password_resets_account_key_idx on password_resets (account_key)`,
  `create index password_resets_member_id_idx on password_resets (member_id)`,
  `create index password_resets_expires_at_idx on password_resets (expires_at)`,
  // Codes that staff hand to members who cannot log in: one per member.
  `create table desk_codes (
    member_id ${id} primary key references members on delete cascade,
    code_hash text not null unique,
    actor_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    expires_at ${time} not null
  ) ${end}`,
  `create index desk_codes_actor_id_idx on desk_codes (actor_id)`,
  `create index desk_codes_expires_at_idx on desk_codes (expires_at)`,
  `create table email_changes (
    token_hash text primary key,
    member_id ${id} not null unique references members on delete cascade,
    actor_id ${id} not null,
    email text not null,
    created_at ${time} not null,
    expires_at ${time} not null
  ) ${end}`,
  `create index email_changes_expires_at_idx on email_changes (expires_at)`,
  `create table sign_in_phone_claims (
    member_id ${id} primary key references members on delete cascade,
    phone text not null,
    claimed_at ${time} not null
  ) ${end}`,
  `create index sign_in_phone_claims_phone_idx on sign_in_phone_claims (phone)`,
];

/** Applications, and invitations. */
const joining = ({ id, time, end }: ColumnTypes) => [
  `create table invitations (
    id ${id} primary key,
    code_hash text not null unique,
    encrypted_code text not null,
    note text not null,
    role text check (role in ${JOIN_ROLES}),
    max_uses integer not null check (max_uses > 0),
    uses integer not null default 0 check (uses between 0 and max_uses),
    until text not null,
    revoked_at ${time},
    created_by ${id} references members on delete set null,
    created_at ${time} not null
  ) ${end}`,
  `create table applications (
    id ${id} primary key,
    email text not null,
    first_name text not null,
    last_name text not null,
    contact_phone text,
    role text not null check (role in ${JOIN_ROLES}),
    town text,
    about text not null,
    language text not null default 'en',
    terms_version integer,
    privacy_version integer,
    invitation_id ${id} references invitations on delete set null,
    origin text not null check (origin in ('application', 'invitation', 'registration')),
    status text not null
      check (status in ('emailed', 'waiting', 'admitted', 'declined', 'joined')),
    token_hash text unique,
    token_expires_at ${time},
    decided_by ${id} references members on delete set null,
    decided_at ${time},
    reason text,
    member_id ${id} references members on delete cascade,
    created_at ${time} not null
  ) ${end}`,
  `create index applications_status_idx on applications (status, id)`,
  `create index applications_email_idx on applications (email)`,
  `create index applications_member_id_idx on applications (member_id)
    where member_id is not null`,
  `create index applications_invitation_id_idx on applications (invitation_id)
    where invitation_id is not null`,
];

/** Imports of members, and the state of each row. */
const imports = ({ id, time, end }: ColumnTypes) => [
  `create table import_batches (
    id ${id} primary key,
    made_by ${id} references members on delete set null,
    paper text not null,
    language text not null,
    rows_count integer not null check (rows_count > 0),
    created_at ${time} not null,
    undone_at ${time}
  ) ${end}`,
  `create index import_batches_made_by_idx on import_batches (made_by)`,
  `create table import_rows (
    id ${id} primary key,
    batch_id ${id} not null references import_batches on delete cascade,
    line integer not null,
    first_name text not null,
    last_name text not null,
    role text not null check (role in ${JOIN_ROLES}),
    town text,
    email text unique,
    phone text,
    sent_at ${time},
    application_id ${id} references applications on delete set null,
    member_id ${id} references members on delete cascade,
    check (email is not null or member_id is not null)
  ) ${end}`,
  `create index import_rows_batch_id_idx on import_rows (batch_id, line)`,
  `create index import_rows_waiting_idx on import_rows (id)
    where sent_at is null and member_id is null`,
  `create index import_rows_sent_at_idx on import_rows (sent_at) where sent_at is not null`,
  `create index import_rows_application_id_idx on import_rows (application_id)
    where application_id is not null`,
  `create index import_rows_member_id_idx on import_rows (member_id)
    where member_id is not null`,
];

const consents = ({ id, time, end }: ColumnTypes) => [
  `create table consents (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    document text not null
      check (document in ('terms_and_conditions', 'data_privacy_guidelines')),
    version integer not null,
    origin text not null check (origin in
      ('application', 'invitation', 'registration', 'strip', 'settings', 'demo')),
    agreed_at ${time} not null,
    withdrawn_at ${time}
  ) ${end}`,
  `create index consents_member_id_idx on consents (member_id, id)`,
  `create unique index consents_valid_idx on consents (member_id, document, version)
    where withdrawn_at is null`,
];

/** Blocks and stewardships. */
const others = ({ id, time, end }: ColumnTypes) => [
  `create table blocks (
    id ${id} primary key,
    blocker_id ${id} not null references members on delete cascade,
    blocked_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    unique (blocker_id, blocked_id),
    check (blocker_id <> blocked_id)
  ) ${end}`,
  `create index blocks_blocked_id_idx on blocks (blocked_id, blocker_id)`,
  `create table stewardships (
    steward_id ${id} not null references members on delete cascade,
    person_id ${id} primary key references members on delete cascade,
    consent text not null check (consent in ('paper', 'in_person')),
    consent_note text not null,
    begun_by ${id} references members on delete set null,
    begun_at ${time} not null,
    check (steward_id <> person_id)
  ) ${end}`,
  `create index stewardships_steward_id_idx on stewardships (steward_id, person_id)`,
  `create index stewardships_begun_by_idx on stewardships (begun_by)
    where begun_by is not null`,
];

const auditLog = ({ id, time, end }: ColumnTypes) => [
  // Without references: entries stay when their actor or target is deleted.
  `create table audit_log (
    id ${id} primary key,
    actor_id ${id},
    act text not null,
    target_type text not null,
    target_id text,
    member_id ${id},
    reason text,
    details text not null,
    created_at ${time} not null
  ) ${end}`,
  `create index audit_log_actor_id_idx on audit_log (actor_id, id)`,
  `create index audit_log_member_id_idx on audit_log (member_id, id)`,
  `create index audit_log_act_idx on audit_log (act, id)`,
  `create index audit_log_created_at_idx on audit_log (created_at)`,
];

/** Members, their logins and applications, consents, and the audit log. */
export const peopleTables = (types: ColumnTypes): string[] => [
  ...members(types),
  ...credentials(types),
  ...proofs(types),
  ...joining(types),
  ...imports(types),
  ...consents(types),
  ...others(types),
  ...auditLog(types),
];
