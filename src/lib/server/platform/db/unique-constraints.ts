import { isDatabaseError } from './database-error.ts';

/** The unique constraints that say something to a member: PostgreSQL reports the name of one, SQLite its columns. */
export const UNIQUE_CONSTRAINTS = {
  comments_member_id_idempotency_key_key: 'comments.member_id, comments.idempotency_key',
  members_email_key: 'members.email',
  members_sign_in_phone_key: 'members.sign_in_phone',
  moderation_reasons_text_key: 'moderation_reasons.text',
  appointment_messages_key_idx:
    'appointment_messages.member_id, appointment_messages.idempotency_key',
  appointments_half_day_idx:
    'appointments.post_id, appointments.day, appointments.half, appointments.requester_id',
  appointments_open_idx: 'appointments.post_id, appointments.requester_id',
  appointments_round_idx: 'appointments.post_id, appointments.requester_id, appointments.day',
  posts_author_id_idempotency_key_key: 'posts.author_id, posts.idempotency_key',
  quarantine_member_id_idempotency_key_key: 'quarantine.member_id, quarantine.idempotency_key',
  reports_open_comment_id_idx: 'reports.comment_id, reports.reporter_id',
  reports_open_member_id_idx: 'reports.member_id, reports.reporter_id',
  reports_open_post_id_idx: 'reports.post_id, reports.reporter_id',
  standing_appointments_open_idx:
    'standing_appointments.post_id, standing_appointments.requester_id',
} as const;

export type UniqueConstraint = keyof typeof UNIQUE_CONSTRAINTS;

const SQLITE_MESSAGE = 'UNIQUE constraint failed: ';

/** Whether an error is that a row violates one of these constraints. */
export function isUniqueViolation(error: unknown, ...names: UniqueConstraint[]): boolean {
  if (!isDatabaseError(error, 'unique')) return false;
  const { constraint, message } = (error as Error).cause as Error & { constraint?: string };
  return names.some(
    (name) => name === constraint || message === SQLITE_MESSAGE + UNIQUE_CONSTRAINTS[name],
  );
}
