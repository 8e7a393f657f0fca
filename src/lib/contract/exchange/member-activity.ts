import * as z from 'zod/mini';

import { AppointmentRecord } from './appointments.ts';
import { KINDS } from './listings/listings.ts';

/** What a member offers or needs: the newest of their open listings of each kind and material. */
export const OpenListing = z.object({
  kind: z.enum(KINDS),
  material: z.string(),
  /** PSGC code of the listing's town */
  town: z.string(),
  post_id: z.string(),
});
export type OpenListing = z.infer<typeof OpenListing>;

/** A member's activity in the exchange, as members see it. */
export const MemberActivity = z.object({
  /** YYYY-MM */
  member_since: z.string(),
  /** newest first */
  listings: z.array(OpenListing),
  /** for the last twelve months; numbers below three are null */
  record: z.object({
    handed_over: z.nullable(z.number()),
    picked_up: z.nullable(z.number()),
    appointments: z.nullable(AppointmentRecord),
  }),
});
export type MemberActivity = z.infer<typeof MemberActivity>;
