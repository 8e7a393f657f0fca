import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Undoes migration 0040. */
export const UNDO_LANGUAGES = [
  'alter table members drop column language',
  'alter table applications drop column language',
];

/** Undoes migration 0041. */
export const UNDO_GUIDE_LANGUAGES = [
  'drop index resources_translation_of_idx',
  'alter table resources drop column language',
  'alter table resources drop column translation_of',
  'alter table resource_drafts drop column language',
  'alter table resource_drafts drop column translation_of',
];

/** Undoes migration 0045. */
export const UNDO_SEASON = [
  'drop table heard_weeks',
  'drop table schedules',
  'drop table harvests',
];

/** Makes a database one of the version before migration 0029: undoes it, and those that came after it. */
export async function undoFacts(db: Executor): Promise<void> {
  for (const statement of [
    ...UNDO_SEASON,
    ...UNDO_LANGUAGES,
    'alter table pickups drop column chases',
    'alter table pickups drop column outcome_reminded_at',
    ...UNDO_GUIDE_LANGUAGES,
    'drop table calendars',
    'drop table saved_posts',
    'drop table daily_emails',
    'drop table digests',
    'drop table sms_sends',
    'drop table sms_stops',
    'drop table sms_gateway',
    'drop table push_devices',
    'drop table deliveries',
    'drop table channel_choices',
    'drop table delivery_settings',
    'drop table member_notifications',
    'drop table inboxes',
    'drop table broadcasts',
    "delete from kysely_migration where name >= '0029-notification-facts'",
  ])
    await sql.raw(statement).execute(db);
}
