import * as z from 'zod/mini';

/** What was handed over under one heading. */
export const ImpactRow = z.object({
  /** a material's key, a town's PSGC code, or a month, YYYY-MM */
  key: z.string(),
  kg: z.number(),
  pickups: z.number(),
});
export type ImpactRow = z.infer<typeof ImpactRow>;

/**
 * What was handed over, from what both members of each pickup reported. Rows of fewer than three pickups are left out, and
 * others from which these could be computed.
 */
export const Impact = z.object({
  /** to 100 kg; null for fewer than three pickups */
  kg: z.nullable(z.number()),
  materials: z.array(ImpactRow),
  towns: z.array(ImpactRow),
  months: z.array(ImpactRow),
});
export type Impact = z.infer<typeof Impact>;

export const IMPACT_FRESH_SECONDS = 3600;
