import { type Kysely, sql } from 'kysely';

import { FIRST_REASONS } from '#lib/contract/moderation/first-reasons.ts';
import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

const REPORTED = ['post_id', 'comment_id', 'member_id'];

const reports = ({ id, time, end }: ColumnTypes) => [
  `create table reports (
    id ${id} primary key,
    post_id ${id} references posts on delete cascade,
    comment_id ${id} references comments on delete cascade,
    member_id ${id} references members on delete cascade,
    reporter_id ${id} not null references members on delete cascade,
    reason text not null,
    created_at ${time} not null,
    dismissed_at ${time},
    check (${REPORTED.map((column) => `cast(${column} is null as integer)`).join(' + ')} = 2)
  ) ${end}`,
  `create index reports_reporter_id_idx on reports (reporter_id)`,
  `create index reports_open_idx on reports (post_id, id) where dismissed_at is null`,
  ...REPORTED.flatMap((column) => [
    // A member may report a subject again once the first report is closed.
    `create unique index reports_open_${column}_idx
      on reports (${column}, reporter_id) where dismissed_at is null and ${column} is not null`,
    `create index reports_all_${column}_idx on reports (${column}) where ${column} is not null`,
  ]),
];

const decisions = ({ id, time, end }: ColumnTypes) => [
  `create table moderation_reasons (
    id ${id} primary key,
    text text not null unique,
    position integer not null
  ) ${end}`,
  // Decisions stay for the figures when the member is erased.
  `create table moderation_decisions (
    id ${id} primary key,
    kind text not null check (kind in
      ('stays', 'post', 'comment', 'avatar', 'name', 'warning', 'suspension', 'disabled')),
    member_id ${id} references members on delete set null,
    actor_id ${id} references members on delete set null,
    subject_id ${id},
    excerpt text not null,
    reason text not null,
    note text not null,
    reports_count integer not null check (reports_count >= 0),
    until ${time},
    created_at ${time} not null,
    reversed_at ${time},
    reopened_at ${time},
    reply text,
    replied_at ${time},
    response text,
    responded_at ${time}
  ) ${end}`,
  `create index moderation_decisions_member_id_idx on moderation_decisions (member_id, id)`,
  `create index moderation_decisions_replies_idx on moderation_decisions (replied_at)
    where replied_at is not null and responded_at is null`,
  `create table suspensions (
    member_id ${id} primary key references members on delete cascade,
    decision_id ${id} not null references moderation_decisions on delete cascade,
    until ${time} not null
  ) ${end}`,
];

const quarantine = ({ id, time, end }: ColumnTypes) => [
  // Removed or pending content: its rows are moved here, where no other query finds them.
  `create table quarantine (
    id ${id} primary key,
    decision_id ${id} unique references moderation_decisions on delete cascade,
    kind text not null check (kind in ('post', 'comment', 'avatar', 'name')),
    subject_id ${id} not null,
    member_id ${id} not null references members on delete cascade,
    idempotency_key text,
    request_hash text,
    created_at ${time} not null,
    unique (member_id, idempotency_key)
  ) ${end}`,
  `create index quarantine_pending_idx on quarantine (id) where decision_id is null`,
  `create index quarantine_subject_id_idx on quarantine (subject_id)`,
  `create table quarantine_rows (
    quarantine_id ${id} not null references quarantine on delete cascade,
    position integer not null,
    table_name text not null,
    member_id ${id} not null references members on delete cascade,
    image_key text,
    content text not null,
    primary key (quarantine_id, position)
  ) ${end}`,
  `create index quarantine_rows_member_id_idx on quarantine_rows (member_id)`,
  `create index quarantine_rows_image_key_idx on quarantine_rows (image_key)
    where image_key is not null`,
];

/** Reports, decisions about them, and removed content. */
export const moderationTables = (types: ColumnTypes): string[] => [
  ...reports(types),
  ...decisions(types),
  ...quarantine(types),
];

// Fixed ids in the format of all ids (UUIDv7).
const idOf = (position: number) => `019ab000-0000-7000-8000-00000000000${position}`;

/** Inserts the initial moderation reasons. */
export async function insertReasons(db: Kysely<unknown>): Promise<void> {
  for (const [position, text] of Object.values(FIRST_REASONS).entries())
    await sql`insert into moderation_reasons (id, text, position)
      values (${idOf(position)}, ${text}, ${position})`.execute(db);
}
