import { t } from '#lib/messages/t.ts';
import type {
  AccountTables,
  RightsTables,
  Schema,
  StaffTables,
} from '#lib/server/platform/db/schema.ts';

export type TableName = keyof Schema;
type Column<T extends TableName> = keyof Schema[T] & string;

/** The exported columns of a row. */
export type PersonalRow = Record<string, unknown>;

/** How the rows of a table belong to members, and how export and erasure treat them. */
interface PersonalRule<T extends TableName = TableName> {
  /** @returns the heading in the export */
  label: () => string;
  /** unique among a member's rows, alone or combined; rows are read in this order */
  key: Column<T> | Column<T>[];
  /** columns that name a member: the row belongs to each of them */
  names: Column<T>[];
  /** columns that name the subject of another member's row; it is deleted with them, but not exported to them */
  about?: Column<T>[];
  /** for tables without a member column: a row belongs to the member of the row in `table` whose key is in `column` */
  owner?: { table: 'posts'; column: Column<T> };
  /** columns that name a member to whom the row does not belong; they are set to null */
  mentions?: Column<T>[];
  /** columns with keys of the member's files: these are removed; the export contains those that are images */
  files?: Column<T>[];
  exported: Column<T>[];
  /** all other columns, each with the reason */
  withheld: Partial<Record<Column<T>, string>>;
  /** removes what others wrote from a row */
  redact?: (row: PersonalRow, memberId: string) => PersonalRow;
  /** whether the rows are deleted with the member; the others are changed by `erasures/erase-member.ts` */
  erasure: 'deleted' | 'changed';
}

/** A table whose rows belong to no member. */
interface ImpersonalRule<T extends TableName = TableName> {
  /** why there is nothing to export, and where anything is erased */
  why: string;
  /** columns with texts, none of which members wrote or identify them */
  texts: Column<T>[];
  /** see `PersonalRule` */
  mentions?: Column<T>[];
}

export type Rules<T extends TableName = TableName> = {
  [K in T]: PersonalRule<K> | ImpersonalRule<K>;
};

const SECRET = 'it is a secret';

/** A reason for an action about another member concerns that member. */
const redactAct = (row: PersonalRow, memberId: string): PersonalRow =>
  row['member_id'] === memberId ? row : { ...row, reason: null };

/** The note on the consent concerns the person who signed it. */
const redactConsent = (row: PersonalRow, memberId: string): PersonalRow =>
  row['person_id'] === memberId ? row : { ...row, consent_note: null };

/** The account, and the staff's actions on it. */
export const ACCOUNT_RULES: Rules<keyof (AccountTables & RightsTables & StaffTables)> = {
  members: {
    label: () => t('export_data.members'),
    key: 'id',
    names: ['id'],
    files: ['avatar_key'],
    exported: [
      'id',
      'email',
      'sign_in_phone',
      'role',
      'first_name',
      'middle_name',
      'last_name',
      'contact_phone',
      'birthdate',
      'town',
      'avatar_key',
      'joined_at',
      'disabled_at',
      'followers_count',
      'following_count',
      'posts_count',
      'language',
    ],
    withheld: { password_hash: SECRET },
    erasure: 'deleted',
  },
  sessions: {
    label: () => t('export_data.sessions'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'user_agent', 'created_at', 'seen_at', 'confirmed_at'],
    withheld: { token_hash: SECRET },
    erasure: 'deleted',
  },
  passkeys: {
    label: () => t('export_data.passkeys'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'name', 'created_at', 'used_at'],
    withheld: {
      credential_id: SECRET,
      public_key: 'it is of no use without the passkey',
      counter: 'it is of the passkey',
      transports: 'it is of the passkey',
    },
    erasure: 'deleted',
  },
  used_passkey_challenges: {
    why: 'hashes of random values, for minutes',
    texts: ['challenge_hash'],
  },
  personal_tokens: {
    label: () => t('export_data.personal_tokens'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'name', 'scope', 'until', 'created_at', 'used_on'],
    withheld: { token_hash: SECRET },
    erasure: 'deleted',
  },
  password_resets: {
    label: () => t('export_data.password_resets'),
    key: 'token_hash',
    names: ['member_id'],
    exported: ['member_id', 'created_at', 'expires_at', 'verified_at'],
    withheld: {
      token_hash: SECRET,
      origin_key: SECRET,
      account_key: SECRET,
      client_hash: SECRET,
      code_hmac: SECRET,
    },
    erasure: 'deleted',
  },
  email_changes: {
    label: () => t('export_data.email_changes'),
    key: 'token_hash',
    names: ['member_id', 'actor_id'],
    exported: ['member_id', 'email', 'created_at', 'expires_at'],
    withheld: { token_hash: SECRET, actor_id: 'it names a member of staff' },
    erasure: 'deleted',
  },
  desk_codes: {
    label: () => t('export_data.desk_codes'),
    key: 'member_id',
    names: ['member_id', 'actor_id'],
    exported: ['member_id', 'created_at', 'expires_at'],
    withheld: { code_hash: SECRET, actor_id: 'it names a member of staff' },
    erasure: 'deleted',
  },
  sign_in_phone_claims: {
    label: () => t('export_data.sign_in_phone_claims'),
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'phone', 'claimed_at'],
    withheld: {},
    erasure: 'deleted',
  },
  stewardships: {
    label: () => t('export_data.stewardships'),
    key: 'person_id',
    names: ['steward_id', 'person_id'],
    mentions: ['begun_by'],
    exported: ['steward_id', 'person_id', 'consent', 'consent_note', 'begun_at'],
    withheld: { begun_by: 'it names a member of staff' },
    redact: redactConsent,
    erasure: 'deleted',
  },
  exports: {
    label: () => t('export_data.exports'),
    key: 'id',
    names: ['member_id'],
    files: ['file_key'],
    exported: ['id', 'member_id', 'bytes', 'requested_at', 'ready_at', 'expires_at'],
    withheld: { file_key: SECRET, run_at: 'it is of the job', attempts: 'it is of the job' },
    erasure: 'deleted',
  },
  deletions: {
    label: () => t('export_data.deletions'),
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'requested_at', 'erase_at'],
    withheld: {},
    erasure: 'deleted',
  },
  audit_log: {
    label: () => t('export_data.audit_log'),
    key: 'id',
    names: ['member_id', 'actor_id'],
    exported: [
      'id',
      'act',
      'target_type',
      'target_id',
      'member_id',
      'reason',
      'details',
      'created_at',
    ],
    withheld: { actor_id: 'it names a member of staff' },
    redact: redactAct,
    erasure: 'changed',
  },
  erased_members: { why: 'the ids stay, so that a restore erases them again', texts: [] },
  leftovers: { why: 'keys of files, until a job has removed them', texts: ['key'] },
};
