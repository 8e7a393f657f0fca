import { t } from '#lib/messages/t.ts';
import type {
  ContentTables,
  JoiningTables,
  ModerationTables,
  ServerTables,
} from '#lib/server/platform/db/schema.ts';

import { COMMUNITY_RULES } from './community-rules.ts';
import { MACHINE_RULES, APPOINTMENT_RULES, SEASON_RULES, TRIP_RULES } from './exchange-rules.ts';
import { NOTIFICATION_RULES } from './notification-rules.ts';
import { ACCOUNT_RULES, type PersonalRow, type Rules, type TableName } from './rules.ts';

const STAFF = 'it names a member of staff';
const LINK = 'it is of the link in an email';
const CODE = 'who has the code can join';

/** How members joined, invitations by staff, and consents. */
const JOINING_RULES: Rules<keyof JoiningTables> = {
  applications: {
    label: () => t('export_data.applications'),
    key: 'id',
    names: ['member_id'],
    mentions: ['decided_by'],
    exported: [
      'id',
      'email',
      'first_name',
      'last_name',
      'contact_phone',
      'role',
      'town',
      'about',
      'language',
      'terms_version',
      'privacy_version',
      'invitation_id',
      'origin',
      'status',
      'decided_at',
      'reason',
      'member_id',
      'created_at',
    ],
    withheld: { token_hash: LINK, token_expires_at: LINK, decided_by: STAFF },
    erasure: 'deleted',
  },
  invitations: {
    label: () => t('export_data.invitations'),
    key: 'id',
    names: ['created_by'],
    exported: [
      'id',
      'note',
      'role',
      'max_uses',
      'uses',
      'until',
      'revoked_at',
      'created_by',
      'created_at',
    ],
    withheld: { code_hash: CODE, encrypted_code: CODE },
    // Invitations belong to the co-op, and stay valid; about notes that name a member see invitations/service.ts.
    mentions: ['created_by'],
    erasure: 'changed',
  },
  import_batches: {
    label: () => t('export_data.import_batches'),
    key: 'id',
    names: ['made_by'],
    exported: ['id', 'made_by', 'language', 'rows_count', 'created_at', 'undone_at'],
    withheld: { paper: 'it is about those on the list' },
    // Imports belong to the co-op.
    mentions: ['made_by'],
    erasure: 'changed',
  },
  import_rows: {
    label: () => t('export_data.import_rows'),
    key: 'id',
    names: ['member_id'],
    exported: [
      'id',
      'batch_id',
      'line',
      'first_name',
      'last_name',
      'role',
      'town',
      'email',
      'phone',
      'sent_at',
      'application_id',
      'member_id',
    ],
    withheld: {},
    erasure: 'deleted',
  },
  consents: {
    label: () => t('export_data.consents'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'document', 'version', 'origin', 'agreed_at', 'withdrawn_at'],
    withheld: {},
    erasure: 'deleted',
  },
};

const RETRY = 'it only tells repeated requests apart';
const RETRY_COLUMNS = new Set(['idempotency_key', 'request_hash']);

/** Shows removed content without the columns that its own table withholds. */
function redactRemoved(row: PersonalRow): PersonalRow {
  const content = Object.entries(JSON.parse(String(row['content'])) as PersonalRow);
  const shown = content.filter(([column]) => !RETRY_COLUMNS.has(column));
  return { ...row, content: JSON.stringify(Object.fromEntries(shown)) };
}

/** Decisions of staff about members, and removed content. */
const MODERATION_RULES: Rules<keyof ModerationTables> = {
  moderation_reasons: { why: 'staff choose from them', texts: ['text'] },
  moderation_decisions: {
    label: () => t('export_data.moderation_decisions'),
    key: 'id',
    names: ['member_id'],
    mentions: ['actor_id'],
    exported: [
      'id',
      'kind',
      'member_id',
      'subject_id',
      'excerpt',
      'reason',
      'note',
      'until',
      'created_at',
      'reversed_at',
      'reopened_at',
      'reply',
      'replied_at',
      'response',
      'responded_at',
    ],
    withheld: {
      actor_id: 'it names a member of staff',
      reports_count: 'it is about those who reported',
    },
    erasure: 'changed',
  },
  suspensions: {
    label: () => t('export_data.suspensions'),
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'decision_id', 'until'],
    withheld: {},
    erasure: 'deleted',
  },
  quarantine: {
    label: () => t('export_data.quarantine'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'decision_id', 'kind', 'subject_id', 'member_id', 'created_at'],
    withheld: { idempotency_key: RETRY, request_hash: RETRY },
    erasure: 'deleted',
  },
  quarantine_rows: {
    label: () => t('export_data.quarantine_rows'),
    key: ['quarantine_id', 'position'],
    names: ['member_id'],
    files: ['image_key'],
    exported: ['quarantine_id', 'position', 'table_name', 'member_id', 'image_key', 'content'],
    withheld: {},
    redact: redactRemoved,
    erasure: 'deleted',
  },
};

/** Tables that coordinate the servers of a database. */
const SERVER_RULES: Rules<keyof ServerTables> = {
  cache_versions: { why: 'numbers', texts: ['tag'] },
  jobs: { why: 'times', texts: ['name'] },
  clock_marks: { why: 'times', texts: ['effect'] },
  write_probes: { why: 'numbers', texts: ['name'] },
  site_alerts: { why: 'about the server', texts: ['key', 'unposted'] },
  site_settings: {
    why: 'about the site, with the address of the co-op',
    texts: ['settings', 'pending_contact', 'code_hmac'],
  },
};

const PUBLISHED = 'staff publish it for everyone';

/** Content that staff publish. */
const CONTENT_RULES: Rules<keyof ContentTables> = {
  search_terms: {
    why: 'words without their texts; those of erased posts are removed with them',
    texts: ['term'],
  },
  resources: { why: PUBLISHED, texts: ['title', 'cover_key', 'language'] },
  resource_blocks: { why: PUBLISHED, texts: ['type', 'content', 'alt'] },
  resource_drafts: {
    why: 'staff write it for everyone',
    texts: ['title', 'language', 'cover_key', 'blocks', 'saved_from'],
    mentions: ['updated_by'],
  },
  deleted_resources: { why: 'staff delete it for everyone', texts: [], mentions: ['deleted_by'] },
  resource_images: { why: PUBLISHED, texts: ['image_key'] },
  policies: { why: PUBLISHED, texts: ['kind', 'title', 'file_key', 'text'] },
  policy_versions: { why: PUBLISHED, texts: ['kind', 'title', 'file_key', 'text'] },
};

/** The rules for every table of the database. A test compares them with the live schema. */
export const RULES: Rules = {
  ...ACCOUNT_RULES,
  ...COMMUNITY_RULES,
  ...APPOINTMENT_RULES,
  ...SEASON_RULES,
  ...MACHINE_RULES,
  ...TRIP_RULES,
  ...JOINING_RULES,
  ...MODERATION_RULES,
  ...CONTENT_RULES,
  ...NOTIFICATION_RULES,
  ...SERVER_RULES,
};

/** A table with rows of members: a `PersonalRule` for code that handles any table. */
export interface PersonalTable {
  table: TableName;
  label: () => string;
  key: string | string[];
  names: string[];
  about?: string[];
  owner?: { table: string; column: string };
  files?: string[];
  exported: string[];
  withheld: Record<string, string>;
  redact?: (row: PersonalRow, memberId: string) => PersonalRow;
  erasure: 'deleted' | 'changed';
}

/** The tables with rows of members, in the order of the export. */
export const PERSONAL_TABLES: PersonalTable[] = Object.entries(RULES).flatMap(([table, rule]) =>
  'names' in rule ? [{ ...rule, table: table as TableName }] : [],
);

/** The columns that name members in rows that are not theirs. */
export const MENTIONS: { table: TableName; column: string }[] = Object.entries(RULES).flatMap(
  ([table, { mentions = [] }]) => mentions.map((column) => ({ table: table as TableName, column })),
);
