import * as z from 'zod/mini';

/** For how many days a session lasts (docs/product.md, "Sessions"). */
export const SESSION_DAYS = 180;

export const Session = z.object({
  session_id: z.string(),
  /** e.g. `Chrome on Android` */
  device: z.string(),
  /** ISO 8601, UTC */
  signed_in_at: z.string(),
  /** ISO 8601, UTC; updated at most once an hour */
  last_seen: z.string(),
  /** whether this session sent the request */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** The current session first, then by last activity. */
export const SessionList = z.object({ sessions: z.array(Session) });
export type SessionList = z.infer<typeof SessionList>;
