import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { choice, type ListingCard } from './listing-search.ts';
import type { MaterialKey } from './materials/materials.ts';

/** What lies on a field after the harvest: hectares say how much of it there will be. */
export const FIELD_MATERIALS = [
  'rice-straw',
  'corn-stover',
  'sugarcane-tops',
  'onion-tops',
  'sweet-potato-vines',
  'legume-hay',
] as const satisfies MaterialKey[];
export type FieldMaterial = (typeof FIELD_MATERIALS)[number];

/** How many weeks are shown, with the present one: from planting to harvest. */
export const WEEKS_AHEAD = 16;

/** Of a member's field, and of a town's. */
const MAX_FIELD_HECTARES = 200;
const MAX_TOWN_HECTARES = 50_000;

export const SEASON_FRESH_SECONDS = 60;

const MATERIAL = 'material_invalid' satisfies ErrorCode;
const TOWN = 'town_invalid' satisfies ErrorCode;
const HECTARES = 'hectares_invalid' satisfies ErrorCode;
const TOO_MANY = 'too_many_hectares' satisfies ErrorCode;

/** What is to be shown of the weeks ahead. The server checks the town. */
export const SeasonQuery = z.object({
  material: choice(z.enum(FIELD_MATERIALS), MATERIAL),
  /** PSGC code */
  town: choice(z.string(), TOWN),
});
export type SeasonQuery = z.infer<typeof SeasonQuery>;

/** What will come of a material, from a town in a week. */
export const SeasonRow = z.object({
  /** PSGC code; null for several towns together, none of which is shown */
  town: z.nullable(z.string()),
  material: z.enum(FIELD_MATERIALS),
  hectares: z.number(),
  /** estimated; null where that is not known */
  tonnes: z.nullable(z.number()),
  /** the irrigators' schedule, or three members' fields at least, to 5 hectares */
  source: z.enum(['schedule', 'members']),
});
export type SeasonRow = z.infer<typeof SeasonRow>;

export const SeasonWeek = z.object({
  /** YYYY-MM-DD */
  monday: z.string(),
  hectares: z.number(),
  tonnes: z.nullable(z.number()),
  rows: z.array(SeasonRow),
});
export type SeasonWeek = z.infer<typeof SeasonWeek>;

/** What will come, by week. Sums are those of the rows, and of nothing else. */
export const Season = z.object({
  hectares: z.number(),
  tonnes: z.nullable(z.number()),
  weeks: z.array(SeasonWeek),
});
export type Season = z.infer<typeof Season>;

/** A service, and how far it is from where something comes. */
export interface NearService {
  card: ListingCard;
  km: number;
}

const week = z.iso.date('week_invalid' satisfies ErrorCode);
/** In a hectare: areas are stored in them. */
export const ARES = 100;

/** To a hundredth. */
export const isArea = (hectares: number): boolean =>
  Math.abs(hectares * ARES - Math.round(hectares * ARES)) < 1e-6 && Math.round(hectares * ARES) > 0;

const hectaresTo = (most: number) =>
  z.number(HECTARES).check(z.refine(isArea, HECTARES), z.maximum(most, TOO_MANY));

/** A member's own field. The server checks town and week. */
export const HarvestInput = z.object(
  {
    town: z.string(TOWN),
    material: z.enum(FIELD_MATERIALS, MATERIAL),
    /** its Monday */
    week,
    hectares: hectaresTo(MAX_FIELD_HECTARES),
  },
  'object_expected' satisfies ErrorCode,
);
export type HarvestInput = z.infer<typeof HarvestInput>;

export const Harvest = z.extend(HarvestInput, { harvest_id: z.string() });
export type Harvest = z.infer<typeof Harvest>;

/** The next first. */
export const HarvestList = z.object({ harvests: z.array(Harvest) });
export type HarvestList = z.infer<typeof HarvestList>;

// Of a province, more than a form has.
const MAX_CELLS = 1000;

const Cell = z.object({
  town: z.string(TOWN),
  week,
  /** null: nothing is known of it any more */
  hectares: z.nullable(hectaresTo(MAX_TOWN_HECTARES)),
});

/** What changes in the irrigators' schedule of a material. */
export const ScheduleInput = z.object(
  {
    material: z.enum(FIELD_MATERIALS, MATERIAL),
    cells: z.array(Cell).check(z.maxLength(MAX_CELLS, 'too_many_cells' satisfies ErrorCode)),
  },
  'object_expected' satisfies ErrorCode,
);
export type ScheduleInput = z.infer<typeof ScheduleInput>;

export const ScheduleQuery = z.object({ material: z.enum(FIELD_MATERIALS, MATERIAL) });

/** The irrigators' schedule of a material, in the weeks ahead. */
export const Schedule = z.object({
  cells: z.array(z.object({ town: z.string(), week: z.string(), hectares: z.number() })),
});
export type Schedule = z.infer<typeof Schedule>;
