import { t } from '#lib/messages/t.ts';
import type {
  AccountTables,
  RightsTables,
  Schema,
  StaffTables,
} from '#lib/server/platform/db/schema.ts';

export type TableName = keyof Schema;
type Column<T extends TableName> = keyof Schema[T] & string;

/** A row with the columns that are exported. */
export type PersonalRow = Record<string, unknown>;

/** How the rows of a table belong to members, and what the export and the erasure do with them. */
interface PersonalRule<T extends TableName = TableName> {
  /** @returns what the rows are, as the export calls them */
  label: () => string;
  /** unique among a member's rows, alone or together: they are read by it */
  key: Column<T> | Column<T>[];
  /** the columns that name a member: a row is theirs when one of them does */
  names: Column<T>[];
  /** the columns that name a member in a row of another's that goes with them: it is not theirs to read */
  about?: Column<T>[];
  /** without a member of its own, a row belongs to the member of this table's row; `column` has its key */
  owner?: { table: 'posts'; column: Column<T> };
  /** the columns that name a member although the row is not theirs: they are set to null */
  mentions?: Column<T>[];
  /** the columns with keys of the member's files: they are removed, and images that are exported are in the export */
  files?: Column<T>[];
  exported: Column<T>[];
  /** the other columns, each with the reason */
  withheld: Partial<Record<Column<T>, string>>;
  /** leaves out of a row what others wrote */
  redact?: (row: PersonalRow, memberId: string) => PersonalRow;
  /** whether the rows go with the member; those that do not are changed by `erasures/erase-member.ts` */
  erasure: 'deleted' | 'changed';
}

/** A table whose rows are no member's. */
interface ImpersonalRule<T extends TableName = TableName> {
  /** why there is nothing to export, and who erases what is to be erased */
  why: string;
  /** its columns with texts, none of which a member writes or is called */
  texts: Column<T>[];
  /** as of a `PersonalRule` */
  mentions?: Column<T>[];
}

export type Rules<T extends TableName = TableName> = {
  [K in T]: PersonalRule<K> | ImpersonalRule<K>;
};

const SECRET = 'it is a secret';

/** Of acts about others, what was typed is about them. */
const redactAct = (row: PersonalRow, memberId: string): PersonalRow =>
  row['member_id'] === memberId ? row : { ...row, reason: null };

/** Where the paper lies is about who signed it. */
const redactConsent = (row: PersonalRow, memberId: string): PersonalRow =>
  row['person_id'] === memberId ? row : { ...row, consent_note: null };

/** The account itself, and what staff do with it. */
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
