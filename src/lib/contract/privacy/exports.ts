import * as z from 'zod/mini';

/** For how many days a copy of a member's data can be downloaded. */
export const EXPORT_DAYS = 7;

/** A copy of the viewer's data. */
export const Export = z.object({
  export_id: z.string(),
  status: z.enum(['waiting', 'ready']),
  /** ISO 8601, UTC */
  requested_at: z.string(),
  ready_at: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
  /** the size of the zip */
  bytes: z.nullable(z.number()),
});
export type Export = z.infer<typeof Export>;
