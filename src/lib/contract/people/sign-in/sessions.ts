import * as z from 'zod/mini';

/** After that a member signs in again (docs/product.md, "Sessions"). */
export const SESSION_DAYS = 180;

export const Session = z.object({
  session_id: z.string(),
  /** e.g. `Chrome on Android` */
  device: z.string(),
  /** ISO 8601, UTC */
  signed_in_at: z.string(),
  /** ISO 8601, UTC; updated once an hour at most */
  last_seen: z.string(),
  /** whether it is the request's own */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** The current session first, then the last seen. */
export const SessionList = z.object({ sessions: z.array(Session) });
export type SessionList = z.infer<typeof SessionList>;
