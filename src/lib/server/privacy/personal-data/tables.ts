import { t } from '#lib/messages/t.ts';
import type {
  ContentTables,
  JoiningTables,
  ModerationTables,
  PickupTables,
  SeasonTables,
} from '#lib/server/platform/db/schema.ts';

import { NOTIFICATION_RULES } from './notification-rules.ts';
import {
  ACCOUNT_RULES,
  COMMUNITY_RULES,
  type PersonalRow,
  type Rules,
  type TableName,
} from './rules.ts';

const OWNER_ONLY = [
  'place',
  'owner_coming',
  'owner_result',
  'owner_kg',
  'owner_reason',
  'owner_corrected',
];
const REQUESTER_ONLY = [
  'requester_town',
  'vehicle',
  'note',
  'requester_coming',
  'requester_result',
  'requester_kg',
  'requester_reason',
  'requester_corrected',
];

/** What the other of a pickup wrote is theirs. */
function redactPickup(row: PersonalRow, memberId: string): PersonalRow {
  const others = row['owner_id'] === memberId ? REQUESTER_ONLY : OWNER_ONLY;
  const reason = row['ended_by'] === memberId ? row['reason'] : null;
  return { ...row, ...Object.fromEntries(others.map((column) => [column, null])), reason };
}

/** What members agree on. */
const PICKUP_RULES: Rules<keyof PickupTables> = {
  pickups: {
    label: () => t('export_data.pickups'),
    key: 'id',
    names: ['owner_id', 'requester_id'],
    mentions: ['ended_by'],
    exported: [
      'id',
      'post_id',
      'owner_id',
      'requester_id',
      'kind',
      'material',
      'town',
      'amount',
      'unit',
      'day',
      'requester_town',
      'vehicle',
      'note',
      'place',
      'status',
      'ended_by',
      'reason',
      'owner_coming',
      'requester_coming',
      'owner_result',
      'requester_result',
      'owner_kg',
      'requester_kg',
      'owner_reason',
      'requester_reason',
      'owner_corrected',
      'requester_corrected',
      'kg',
      'created_at',
      'updated_at',
      'agreed_at',
      'of_round',
      'standing_id',
    ],
    withheld: {
      reminded_at: 'it is of a job',
      chases: 'it is of a job',
      outcome_reminded_at: 'it is of a job',
    },
    redact: redactPickup,
    erasure: 'changed',
  },
  listing_rounds: {
    label: () => t('export_data.listing_rounds'),
    key: ['day', 'post_id'],
    names: [],
    owner: { table: 'posts', column: 'post_id' },
    exported: ['post_id', 'day', 'amount', 'amount_left', 'created_at'],
    withheld: {},
    erasure: 'deleted',
  },
  standing_pickups: {
    label: () => t('export_data.standing_pickups'),
    key: 'id',
    names: ['owner_id', 'requester_id'],
    mentions: ['ended_by'],
    exported: [
      'id',
      'post_id',
      'owner_id',
      'requester_id',
      'amount',
      'first_on',
      'agreed_at',
      'ended_at',
      'ended_by',
      'created_at',
    ],
    withheld: {},
    erasure: 'deleted',
  },
  calendars: {
    label: () => t('export_data.calendars'),
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'created_at'],
    withheld: { id: 'it is half of a secret' },
    erasure: 'deleted',
  },
  pickup_messages: {
    label: () => t('export_data.pickup_messages'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'pickup_id', 'member_id', 'content', 'created_at'],
    withheld: { idempotency_key: 'it only tells repeated requests apart' },
    erasure: 'deleted',
  },
};

/** What members say of their own fields. */
const SEASON_RULES: Rules<keyof SeasonTables> = {
  harvests: {
    label: () => t('export_data.harvests'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'town', 'material', 'monday', 'ares', 'created_at'],
    withheld: {},
    erasure: 'deleted',
  },
  schedules: { why: 'the irrigators’ schedule', texts: ['monday', 'material', 'town'] },
  heard_weeks: {
    label: () => t('export_data.heard_weeks'),
    key: ['alert_id', 'monday'],
    names: ['member_id'],
    exported: ['alert_id', 'monday', 'member_id', 'heard_at'],
    withheld: {},
    erasure: 'deleted',
  },
};

const STAFF = 'it names a member of staff';
const LINK = 'it is of the link in an email';
const CODE = 'who has the code can join';

/** How members joined, their invitations as staff, and their consents. */
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
    // They are the co-op's, and work on; notes about a member: invitations/service.ts.
    mentions: ['created_by'],
    erasure: 'changed',
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

/** Shows what was removed without the columns that its own table withholds. */
function redactRemoved(row: PersonalRow): PersonalRow {
  const content = Object.entries(JSON.parse(String(row['content'])) as PersonalRow);
  const shown = content.filter(([column]) => !RETRY_COLUMNS.has(column));
  return { ...row, content: JSON.stringify(Object.fromEntries(shown)) };
}

/** What staff decided about members, and what they removed. */
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

const PUBLISHED = 'staff publish it for everyone';

/** What staff publish. */
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

/** Every table of the database: what of it is a member's. A test compares it with the live schema. */
export const RULES: Rules = {
  ...ACCOUNT_RULES,
  ...COMMUNITY_RULES,
  ...PICKUP_RULES,
  ...SEASON_RULES,
  ...JOINING_RULES,
  ...MODERATION_RULES,
  ...CONTENT_RULES,
  ...NOTIFICATION_RULES,
};

/** A table with rows of members: a `PersonalRule`, for code that takes any table. */
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

/** The columns that name a member in rows that are not theirs. */
export const MENTIONS: { table: TableName; column: string }[] = Object.entries(RULES).flatMap(
  ([table, { mentions = [] }]) => mentions.map((column) => ({ table: table as TableName, column })),
);
