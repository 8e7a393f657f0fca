import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { choice, type ListingCard } from './listings/listing-search.ts';
import type { MaterialKey } from './materials/materials.ts';

/** Materials left on a field after the harvest: their amount follows from the hectares. */
export const FIELD_MATERIALS = [
  'rice-straw',
  'corn-stover',
  'sugarcane-tops',
  'onion-tops',
  'sweet-potato-vines',
  'legume-hay',
] as const satisfies MaterialKey[];
export type FieldMaterial = (typeof FIELD_MATERIALS)[number];

/** The number of weeks shown, including the current one: from planting to harvest. */
export const WEEKS_AHEAD = 16;

/** The limits for a member's field, and for a town. */
export const MAX_FIELD_HECTARES = 200;
const MAX_TOWN_HECTARES = 50_000;

export const SEASON_FRESH_SECONDS = 60;

const MATERIAL = 'material_invalid' satisfies ErrorCode;
const TOWN = 'town_invalid' satisfies ErrorCode;
const HECTARES = 'hectares_invalid' satisfies ErrorCode;
const TOO_MANY = 'too_many_hectares' satisfies ErrorCode;

/** Filters the weeks ahead. The server checks the town. */
export const SeasonQuery = z.object({
  material: choice(z.enum(FIELD_MATERIALS), MATERIAL),
  /** PSGC code */
  town: choice(z.string(), TOWN),
});
export type SeasonQuery = z.infer<typeof SeasonQuery>;

/** The expected amount of a material from a town in a week. */
export const SeasonRow = z.object({
  /** PSGC code; null for several towns combined because each is too small to show */
  town: z.nullable(z.string()),
  material: z.enum(FIELD_MATERIALS),
  hectares: z.number(),
  /** an estimate; null when unknown */
  tonnes: z.nullable(z.number()),
  /** the irrigators' schedule, or the fields of at least three members, rounded to 5 hectares */
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

/** The expected amounts by week. Totals are sums of exactly the rows. */
export const Season = z.object({
  hectares: z.number(),
  tonnes: z.nullable(z.number()),
  weeks: z.array(SeasonWeek),
});
export type Season = z.infer<typeof Season>;

/** A service, and its distance from the expected material. */
export interface NearService {
  card: ListingCard;
  km: number;
}

const week = z.iso.date('week_invalid' satisfies ErrorCode);
/** Areas are stored in ares. */
export const ARES = 100;

/** At most two decimals. */
export const isArea = (hectares: number): boolean =>
  Math.abs(hectares * ARES - Math.round(hectares * ARES)) < 1e-6 && Math.round(hectares * ARES) > 0;

const hectaresTo = (most: number) =>
  z.number(HECTARES).check(z.refine(isArea, HECTARES), z.maximum(most, TOO_MANY));

/** A member's own field. The server checks town and week. */
export const HarvestInput = z.object(
  {
    town: z.string(TOWN),
    material: z.enum(FIELD_MATERIALS, MATERIAL),
    /** the Monday */
    week,
    hectares: hectaresTo(MAX_FIELD_HECTARES),
  },
  'object_expected' satisfies ErrorCode,
);
export type HarvestInput = z.infer<typeof HarvestInput>;

export const Harvest = z.extend(HarvestInput, { harvest_id: z.string() });
export type Harvest = z.infer<typeof Harvest>;

/** Next first. */
export const HarvestList = z.object({ harvests: z.array(Harvest) });
export type HarvestList = z.infer<typeof HarvestList>;

// More than the form of a province has.
const MAX_CELLS = 1000;

const Cell = z.object({
  town: z.string(TOWN),
  week,
  /** null: no longer known */
  hectares: z.nullable(hectaresTo(MAX_TOWN_HECTARES)),
});

/** Changes to the irrigators' schedule of a material. */
export const ScheduleInput = z.object(
  {
    material: z.enum(FIELD_MATERIALS, MATERIAL),
    cells: z.array(Cell).check(z.maxLength(MAX_CELLS, 'too_many_cells' satisfies ErrorCode)),
  },
  'object_expected' satisfies ErrorCode,
);
export type ScheduleInput = z.infer<typeof ScheduleInput>;

export const ScheduleQuery = z.object({ material: z.enum(FIELD_MATERIALS, MATERIAL) });

/** The irrigators' schedule of a material for the weeks ahead. */
export const Schedule = z.object({
  cells: z.array(z.object({ town: z.string(), week: z.string(), hectares: z.number() })),
});
export type Schedule = z.infer<typeof Schedule>;
