import type { Effect } from '#lib/server/platform/db/schema.ts';

/**
 * Background work that deletes, ends or announces things because of their age or day. It runs only if the clock guard
 * allows it. Work without a time, such as sending an email, is not listed.
 */
export const TIMED_WORK = {
  // Members log in again, or request another link.
  expired_sessions: 'ends',
  ended_tokens: 'ends',
  expired_password_resets: 'ends',
  expired_email_changes: 'ends',
  expired_desk_codes: 'ends',
  expired_challenges: 'ends',
  expired_counters: 'ends',
  // These can be started again. Reminders about tomorrow would be for the wrong day.
  listing_days: 'ends',
  listing_rounds: 'ends',
  listing_alerts: 'ends',
  digests: 'ends',
  pickup_days: 'ends',
  expired_exports: 'ends',
  expired_deliveries: 'ends',
  failed_deliveries: 'ends',
  // Members can add these again.
  failing_push_devices: 'ends',
  old_sms: 'ends',
  replaced_notifications: 'ends',
  // For a clock that is behind, correct times look too far ahead.
  times_ahead: 'ends',
  // After this, only a backup has the data.
  due_erasures: 'erases',
  expired_quarantine: 'erases',
  deleted_guides: 'erases',
  gone_saved_posts: 'erases',
  past_harvests: 'erases',
  expired_applications: 'erases',
  ended_invitations: 'erases',
  old_imports: 'erases',
  expired_notifications: 'erases',
  unused_numbers: 'erases',
  old_acts: 'erases',
  old_decisions: 'erases',
  unused_images: 'erases',
  orphaned_files: 'erases',
  // These are the backups themselves.
  expired_backups: 'erases',
} as const satisfies Record<string, Effect>;

export type TimedWork = keyof typeof TIMED_WORK;
