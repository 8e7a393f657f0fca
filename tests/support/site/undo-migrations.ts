// Databases of earlier versions, for tests of upgrades: a migration has no way back of its own.
import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** What undoes each migration, but those that only add an index to a table that goes. */
export const UNDO = {
  '0022-notification-kinds': [
    'drop table hidden_notifications',
    'drop table notified_likes',
    'alter table members drop column read_until',
    'alter table notifications drop column kind',
  ],
  '0023-clock-marks': ['drop table clock_marks'],
  '0024-corrected-reports': [
    'alter table pickups drop column owner_corrected',
    'alter table pickups drop column requester_corrected',
  ],
  '0026-repeated-reports': ['alter table moderation_decisions drop column reopened_at'],
  '0027-deleted-guides': ['drop table deleted_resources'],
  '0028-message-keys': [
    'drop index pickup_messages_key_idx',
    'alter table pickup_messages drop column idempotency_key',
  ],
  '0029-notification-facts': [
    'drop table member_notifications',
    'drop table inboxes',
    'drop table broadcasts',
  ],
  '0030-deliveries': [
    'drop table deliveries',
    'drop table channel_choices',
    'drop table delivery_settings',
  ],
  '0031-push-devices': ['drop table push_devices'],
  '0032-chases': [
    'alter table pickups drop column chases',
    'alter table pickups drop column outcome_reminded_at',
  ],
  '0034-digests': ['drop table digests'],
  '0036-sms': ['drop table sms_sends', 'drop table sms_stops', 'drop table sms_gateway'],
  '0037-daily-emails': ['drop table daily_emails'],
  '0038-saved-posts': ['drop table saved_posts'],
  '0039-calendars': ['drop table calendars'],
  '0040-languages': [
    'alter table members drop column language',
    'alter table applications drop column language',
  ],
  '0041-guide-languages': [
    'drop index resources_translation_of_idx',
    'alter table resources drop column language',
    'alter table resources drop column translation_of',
    'alter table resource_drafts drop column language',
    'alter table resource_drafts drop column translation_of',
  ],
  '0042-phone-sign-in': [
    'drop table desk_codes',
    'drop index members_sign_in_phone_key',
    'alter table members drop column sign_in_phone',
    'alter table members alter column email set not null',
  ],
  '0043-standing-supply': [
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
  ],
  '0045-season': ['drop table heard_weeks', 'drop table schedules', 'drop table harvests'],
  '0046-stewards': [
    'drop index listings_posted_by_idx',
    'alter table listings drop column posted_by',
    'drop table stewardships',
  ],
  '0047-import': ['drop table import_rows', 'drop table import_batches'],
  '0048-machines': ['drop table half_days', 'drop table bookings', 'drop table machines'],
  '0049-trips': ['drop table trip_stops', 'drop table trips'],
  '0050-booking-facts': [
    'drop index trips_created_at_idx',
    'drop index bookings_created_at_idx',
    'drop index pickups_created_at_idx',
    'alter table bookings drop column agreed_at',
    'alter table bookings drop column whole_day',
  ],
  '0051-moved-pickups': ['alter table pickups drop column moved_to'],
  '0053-write-probes': ['drop table write_probes'],
  '0054-failures': [
    'drop table daily_stops',
    'alter table delivery_settings drop column stopped_at',
    'alter table delivery_settings drop column bounced_again_on',
    'alter table delivery_settings drop column bounced_on',
    'alter table delivery_settings drop column bounced_email',
    'alter table push_devices drop column retry_at',
    'alter table push_devices drop column failing_since',
    'alter table push_devices drop column failures',
    'drop index deliveries_next_idx',
    'alter table deliveries drop column tried',
  ],
  '0055-sms-numbers': [
    'drop table sign_in_phone_claims',
    'alter table deliveries drop column caused_by',
    'alter table sms_sends drop column caused_by',
    'alter table sms_sends drop column number_hash',
    'drop table sms_numbers',
  ],
  '0056-sequences': [
    'alter table pickups drop column sequence',
    'alter table bookings drop column sequence',
  ],
} satisfies Record<string, string[]>;

/** Makes a database one of the version before a migration: undoes it, and those that came after it. */
export async function undoSince(db: Executor, name: string): Promise<void> {
  if (!(name in UNDO)) throw new Error(`Nothing says what undoes ${name}.`);
  const undone = Object.entries(UNDO).filter(([each]) => each >= name);
  for (const statement of undone.toReversed().flatMap(([, statements]) => statements))
    await sql.raw(statement).execute(db);
  await sql`delete from kysely_migration where name >= ${name}`.execute(db);
}
