// Work that a wrong clock would make destructive uses the clock guard (docs/decisions/0066-clock.md). A new job, or a
// statement that deletes or ends rows because of their age, fails here until it has a class.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { SHARED_JOBS } from '#lib/server/app/jobs/start-jobs.ts';
import { TIMED_WORK, type TimedWork } from '#lib/server/platform/clock/timed-work.ts';

const server = resolve(import.meta.dirname, '../../src/lib/server');
const FILES = globSync('**/*.ts', { cwd: server }).filter((file) => !file.includes('migrations/'));
const read = (file: string): string => readFileSync(join(server, file), 'utf8');

/** A class, or the reason why there is none. */
type Class = TimedWork | `none: ${string}`;

/** For the background jobs of each server, why none of their unguarded work depends on the clock. */
const OTHER_JOBS: Record<string, Class> = {
  clock_check: 'none: it is the guard',
  bucket_check: 'none: it stores and removes a file',
  disk_check: 'none: it stores and removes a file',
  database_check: 'none: it reads',
  write_probe: 'none: it counts',
  backup: 'expired_backups',
  email_worker: 'expired_deliveries',
  push_worker: 'expired_deliveries',
  sms_worker: 'expired_deliveries',
  invalidation_poller: 'none: it reads',
};

/** The statements that delete or change rows by comparing a time, an id or a day, by file and table. */
const BY_AGE: Record<string, Class> = {
  'app/imports/queries.ts import_batches': 'old_imports',
  'exchange/appointments/queries.ts appointments': 'none: of an erased member',
  'exchange/appointments/trucks/queries.ts trips': 'none: room that is left',
  'exchange/listings/queries.ts listings': 'listing_days',
  'exchange/season/queries.ts harvests': 'past_harvests',
  'exchange/season/queries.ts heard_weeks': 'past_harvests',
  'exchange/stock/machine-queries.ts half_days': 'none: its owner says it is there again',
  'exchange/stock/round-queries.ts listing_rounds': 'none: its owner states it again',
  'forum/saved-posts/queries.ts saved_posts': 'gone_saved_posts',
  'library/resources/queries.ts resource_images': 'unused_images',
  'moderation/quarantine-queries.ts moderation_decisions': 'old_decisions',
  'moderation/quarantine-queries.ts quarantine': 'expired_quarantine',
  'moderation/quarantine-queries.ts reports': 'old_decisions',
  'notifications/channels/digest/queries.ts digests': 'none: notes of days that are over',
  'notifications/channels/email/stopped-queries.ts delivery_settings': 'none: staff name the day',
  'notifications/channels/sms/sms-queries.ts sms_gateway': 'none: a later time',
  'notifications/channels/sms/sms-queries.ts sms_sends': 'old_sms',
  'notifications/channels/sms/sms-queries.ts sms_stops': 'old_sms',
  'notifications/inbox/queries.ts inboxes': 'none: a counter',
  'notifications/inbox/queries.ts member_notifications': 'none: up to the one that was seen',
  'notifications/inbox/retention-queries.ts member_notifications': 'expired_notifications',
  'people/applications/queries.ts applications': 'expired_applications',
  'people/audit-log/queries.ts audit_log': 'old_acts',
  'people/email-changes/queries.ts email_changes': 'expired_email_changes',
  'people/invitations/queries.ts invitations': 'ended_invitations',
  'people/passkeys/queries.ts passkeys': 'none: a counter',
  'people/passkeys/queries.ts used_passkey_challenges': 'expired_challenges',
  'people/passwords/desk-codes/queries.ts desk_codes': 'expired_desk_codes',
  'people/passwords/password-reset/queries.ts password_resets': 'expired_password_resets',
  'people/personal-tokens/queries.ts personal_tokens': 'ended_tokens',
  'people/sessions/queries.ts sessions': 'expired_sessions',
  'platform/deliveries/queries.ts daily_emails': 'expired_counters',
  'platform/deliveries/queries.ts daily_stops': 'expired_counters',
  'platform/deliveries/queries.ts deliveries': 'times_ahead',
  'platform/deliveries/queries.ts push_devices': 'times_ahead',
  'platform/rate-limits/limit-counters.ts TABLE': 'expired_counters',
  'platform/sms/queries.ts sms_numbers': 'unused_numbers',
  'privacy/erasures/queries.ts deletions': 'none: a restore gives more time',
  'privacy/exports/queries.ts exports': 'times_ahead',
};

const STATEMENT = /(?:deleteFrom|updateTable)\(\s*'(\w+)'|\bdelete from (?:\$\{)?(\w+)/g;
const COMPARISON = /'[<>]=?'|\w [<>]=? ?(?:\$\{|`)/;
// The end of a statement, or of the part of a long one that is read.
const MAX_LENGTH = 900;

/** @returns file and table of each statement with a comparison */
function findByAge(file: string): string[] {
  const source = read(file);
  return [...source.matchAll(STATEMENT)].flatMap(({ index, 1: table, 2: raw }) => {
    const end = source.indexOf('.execute', index);
    const text = source.slice(index, Math.min(end < 0 ? Infinity : end, index + MAX_LENGTH));
    return COMPARISON.test(text) ? [`${file} ${table ?? raw}`] : [];
  });
}

/** @returns the work before which a job, or something else, checks the clock */
const findGuarded = (): string[] => [
  ...SHARED_JOBS.flatMap(({ tasks }) => tasks.map(({ work }) => work)),
  ...FILES.flatMap((file) =>
    [...read(file).matchAll(/\.allows\('(\w+)'\)/g)].map(([, work = '']) => work),
  ),
];

test('every statement that deletes or ends by age has a class', () => {
  expect([...new Set(FILES.flatMap(findByAge))].toSorted()).toEqual(Object.keys(BY_AGE));
});

test('every job that each server runs has a class', () => {
  const names = FILES.flatMap((file) =>
    [...read(file).matchAll(/\.watchJob\(\s*'(\w+)'|: '(\w+_worker)'/g)].map(
      ([, name, worker]) => name ?? worker ?? '',
    ),
  );
  expect(names.toSorted()).toEqual(Object.keys(OTHER_JOBS).toSorted());
});

test('all of the timed work is guarded', () => {
  const guarded = new Set(findGuarded());
  expect(Object.keys(TIMED_WORK).filter((work) => !guarded.has(work))).toEqual([]);
});
