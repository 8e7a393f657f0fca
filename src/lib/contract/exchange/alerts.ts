import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { RADII_KM } from './listings/listing-search.ts';
import { KINDS } from './listings/listings.ts';
import { isMaterial } from './materials/materials.ts';

const MATERIAL = 'material_invalid' satisfies ErrorCode;
const RADIUS = 'radius_invalid' satisfies ErrorCode;
const FLAG = 'boolean_expected' satisfies ErrorCode;

/** A nullable field; null, the default, means all. */
const orAll = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null);

/** Which listings an alert is for, as a search of the exchange. The server checks the town. */
export const AlertInput = z.object(
  {
    kind: orAll(z.enum(KINDS, 'kind_invalid' satisfies ErrorCode)),
    material: orAll(z.string(MATERIAL).check(z.refine(isMaterial, MATERIAL))),
    /** PSGC code */
    town: orAll(z.string('town_invalid' satisfies ErrorCode)),
    /** km around the town; ignored without a town */
    within: orAll(z.literal([...RADII_KM], RADIUS)),
    /** only listings with the terms `free` */
    free: z._default(z.boolean(FLAG), false),
  },
  'object_expected' satisfies ErrorCode,
);
export type AlertInput = z.infer<typeof AlertInput>;

export const AlertChange = z.object(
  { paused: z.boolean(FLAG) },
  'object_expected' satisfies ErrorCode,
);
export type AlertChange = z.infer<typeof AlertChange>;

/** A search that notifies its member of new listings. */
export const Alert = z.object({
  alert_id: z.string(),
  kind: z.nullable(z.enum(KINDS)),
  material: z.nullable(z.string()),
  town: z.nullable(z.string()),
  within: z.nullable(z.number()),
  free: z.boolean(),
  paused: z.boolean(),
  /** the search in short texts for people: `Offers`, `Rice straw`, `within 25 km of Guimba` */
  facts: z.array(z.string()),
  /** ISO 8601, UTC */
  created_at: z.string(),
});
export type Alert = z.infer<typeof Alert>;

/** Newest first. */
export const AlertList = z.object({ alerts: z.array(Alert) });
export type AlertList = z.infer<typeof AlertList>;
