import type { Effect } from '#lib/server/platform/db/schema.ts';

/**
 * All that the site deletes, ends or announces because of its age or its day, in the background. Before it does, it asks
 * the clock guard. What waits for no time (sending an email, making a copy) is not here.
 */
export const TIMED_WORK = {
  // Its owner signs in again, or requests another link.
  expired_sessions: 'ends',
  ended_tokens: 'ends',
  expired_password_resets: 'ends',
  expired_email_changes: 'ends',
  expired_desk_codes: 'ends',
  expired_challenges: 'ends',
  expired_counters: 'ends',
  // They are opened, requested, made or sent again. Reminders of tomorrow would be of another day.
  listing_days: 'ends',
  listing_rounds: 'ends',
  listing_alerts: 'ends',
  digests: 'ends',
  pickup_days: 'ends',
  expired_exports: 'ends',
  expired_deliveries: 'ends',
  failed_deliveries: 'ends',
  // Their members add them again.
  failing_push_devices: 'ends',
  old_sms: 'ends',
  replaced_notifications: 'ends',
  // What is ahead of a clock that is behind is right.
  times_ahead: 'ends',
  // Only a backup has it then.
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
  // These are the backups.
  expired_backups: 'erases',
} as const satisfies Record<string, Effect>;

export type TimedWork = keyof typeof TIMED_WORK;
