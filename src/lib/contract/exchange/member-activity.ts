import * as z from 'zod/mini';

import { AppointmentRecord } from './appointments.ts';
import { KINDS } from './listings.ts';

/** What a member gives or looks for: the newest of their open listings of a kind and material. */
export const OpenListing = z.object({
  kind: z.enum(KINDS),
  material: z.string(),
  /** PSGC code, as the listing states it */
  town: z.string(),
  post_id: z.string(),
});
export type OpenListing = z.infer<typeof OpenListing>;

/** What members see of a member's part in the exchange. */
export const MemberActivity = z.object({
  /** YYYY-MM */
  member_since: z.string(),
  /** newest first */
  listings: z.array(OpenListing),
  /** of the last twelve months; a number is null below three */
  record: z.object({
    handed_over: z.nullable(z.number()),
    picked_up: z.nullable(z.number()),
    appointments: z.nullable(AppointmentRecord),
  }),
});
export type MemberActivity = z.infer<typeof MemberActivity>;
