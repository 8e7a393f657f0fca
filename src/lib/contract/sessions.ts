import * as z from 'zod/mini';

/** A device one is signed in on. */
export const Session = z.object({
  session_id: z.string(),
  /** in plain words, like `Chrome on Android` */
  device: z.string(),
  /** ISO 8601, UTC */
  signed_in_at: z.string(),
  /** ISO 8601, UTC; noted once an hour at most */
  last_seen: z.string(),
  /** whether it is the one that asks */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/**
 * GET api/web/account/sessions: every device, the one that asks first, then the last seen first.
 * DELETE api/web/account/sessions ends all others, DELETE …/sessions/{id} ends one; both answer this list too.
 */
export const SessionList = z.object({ sessions: z.array(Session) });
export type SessionList = z.infer<typeof SessionList>;
