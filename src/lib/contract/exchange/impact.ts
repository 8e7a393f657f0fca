import * as z from 'zod/mini';

/** The amount handed over under one key. */
export const ImpactRow = z.object({
  /** a material's key, a town's PSGC code, or a month, YYYY-MM */
  key: z.string(),
  kg: z.number(),
  pickups: z.number(),
});
export type ImpactRow = z.infer<typeof ImpactRow>;

/**
 * The amounts handed over, from the reports of both members of each pickup. Rows with fewer than three pickups are
 * left out, as are others from which these could be computed.
 */
export const Impact = z.object({
  /** rounded to 100 kg; null for fewer than three pickups */
  kg: z.nullable(z.number()),
  materials: z.array(ImpactRow),
  towns: z.array(ImpactRow),
  months: z.array(ImpactRow),
});
export type Impact = z.infer<typeof Impact>;

export const IMPACT_FRESH_SECONDS = 3600;
