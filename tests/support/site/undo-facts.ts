import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Undoes migration 0040. */
const UNDO_LANGUAGES = [
  'alter table members drop column language',
  'alter table applications drop column language',
];

/** Undoes migration 0041. */
const UNDO_GUIDE_LANGUAGES = [
  'drop index resources_translation_of_idx',
  'alter table resources drop column language',
  'alter table resources drop column translation_of',
  'alter table resource_drafts drop column language',
  'alter table resource_drafts drop column translation_of',
];

/** Undoes migration 0042. */
export const UNDO_PHONE_SIGN_IN = [
  'drop table desk_codes',
  'drop index members_sign_in_phone_key',
  'alter table members drop column sign_in_phone',
  'alter table members alter column email set not null',
];

/** Undoes migration 0043. */
const UNDO_STANDING_SUPPLY = [
  'drop index pickups_standing_idx',
  'drop index pickups_round_idx',
  'drop index pickups_open_idx',
  'alter table pickups drop column standing_id',
  'alter table pickups drop column of_round',
  `create unique index pickups_open_idx on pickups (post_id, requester_id)
    where status in ('requested', 'agreed')`,
  'drop table standing_pickups',
  'drop table listing_rounds',
  'drop index listings_rounds_due_on_idx',
  'alter table listings drop column rounds_due_on',
  'alter table listings drop column repeat_from',
  'alter table listings drop column repeat_weeks',
];

/** Undoes migration 0045. */
const UNDO_SEASON = ['drop table heard_weeks', 'drop table schedules', 'drop table harvests'];

/** Undoes migration 0046. */
const UNDO_STEWARDS = [
  'drop index listings_posted_by_idx',
  'alter table listings drop column posted_by',
  'drop table stewardships',
];

/** Undoes migration 0047. */
const UNDO_IMPORT = ['drop table import_rows', 'drop table import_batches'];

/** Undoes migration 0048. */
const UNDO_MACHINES = ['drop table half_days', 'drop table bookings', 'drop table machines'];

/** Undoes migration 0049. */
const UNDO_TRIPS = ['drop table trip_stops', 'drop table trips'];

/** Undoes migration 0050. */
export const UNDO_BOOKING_FACTS = [
  'drop index trips_created_at_idx',
  'drop index bookings_created_at_idx',
  'drop index pickups_created_at_idx',
  'alter table bookings drop column agreed_at',
  'alter table bookings drop column whole_day',
];

/** Undoes migration 0029, and those that came after it. */
export const UNDO_SINCE_FACTS = [
  ...UNDO_BOOKING_FACTS,
  ...UNDO_TRIPS,
  ...UNDO_MACHINES,
  ...UNDO_IMPORT,
  ...UNDO_STEWARDS,
  ...UNDO_SEASON,
  ...UNDO_STANDING_SUPPLY,
  ...UNDO_LANGUAGES,
  'alter table pickups drop column chases',
  'alter table pickups drop column outcome_reminded_at',
  ...UNDO_GUIDE_LANGUAGES,
  ...UNDO_PHONE_SIGN_IN,
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
];

/** Makes a database one of the version before migration 0029: undoes it, and those that came after it. */
export async function undoFacts(db: Executor): Promise<void> {
  for (const statement of [
    ...UNDO_SINCE_FACTS,
    "delete from kysely_migration where name >= '0029-notification-facts'",
  ])
    await sql.raw(statement).execute(db);
}
