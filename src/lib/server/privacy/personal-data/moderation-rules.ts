import type { ModerationTables } from '#lib/server/platform/db/schema.ts';

import type { PersonalRow, Rules } from './rules.ts';

const RETRY = 'it only tells repeated requests apart';
const RETRY_COLUMNS = new Set(['idempotency_key', 'request_hash']);

/** Shows what was removed without the columns that its own table withholds. */
function redactRemoved(row: PersonalRow): PersonalRow {
  const content = Object.entries(JSON.parse(String(row['content'])) as PersonalRow);
  const shown = content.filter(([column]) => !RETRY_COLUMNS.has(column));
  return { ...row, content: JSON.stringify(Object.fromEntries(shown)) };
}

/** What staff decided about members, and what they removed. */
export const MODERATION_RULES: Rules<keyof ModerationTables> = {
  moderation_reasons: { why: 'staff choose from them', texts: ['text'] },
  moderation_decisions: {
    label: 'Staff decisions about you',
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
    label: 'Your suspension',
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'decision_id', 'until'],
    withheld: {},
    erasure: 'deleted',
  },
  quarantine: {
    label: 'Posts and comments of yours that were removed or are waiting for review',
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'decision_id', 'kind', 'subject_id', 'member_id', 'created_at'],
    withheld: { idempotency_key: RETRY, request_hash: RETRY },
    erasure: 'deleted',
  },
  quarantine_rows: {
    label: 'What you wrote in them',
    key: ['quarantine_id', 'position'],
    names: ['member_id'],
    files: ['image_key'],
    exported: ['quarantine_id', 'position', 'table_name', 'member_id', 'image_key', 'content'],
    withheld: {},
    redact: redactRemoved,
    erasure: 'deleted',
  },
};
