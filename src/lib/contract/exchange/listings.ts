import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { text } from '#lib/contract/text.ts';

import { isMaterial } from './materials/materials.ts';
import { REPEAT_WEEKS } from './rounds.ts';
import type { Subject } from './subjects.ts';

export const KINDS = ['offer', 'need', 'service'] as const;
export const UNITS = ['kg', 'sack', 'bundle', 'bale', 'truckload', 'piece'] as const;
const CONDITIONS = ['dry', 'damp', 'wet', 'fresh'] as const;
const TERMS = ['free', 'price', 'trade'] as const;
const STATUSES = ['open', 'promised', 'gone', 'withdrawn', 'expired'] as const;
/** What an owner chooses; a listing expires by itself. */
const OWNER_STATUSES = ['open', 'promised', 'gone', 'withdrawn'] as const;

// Constants of their own: a schema that reads a property is not removed from bundles that do not use it.
export const MAX_AMOUNT = 1_000_000;
const MAX_CENTAVOS = 100_000_000;
export const MAX_PESOS = MAX_CENTAVOS / 100;
const MAX_BARANGAY = 100;

const REPEAT = 'repeat_invalid' satisfies ErrorCode;
const LAST_WEEKDAY = 6;

/** Every so many weeks on a weekday, its amount each time; 0 is Sunday. */
const RepeatInput = z.object(
  {
    weeks: z.literal(REPEAT_WEEKS, REPEAT),
    weekday: z.int(REPEAT).check(z.minimum(0, REPEAT), z.maximum(LAST_WEEKDAY, REPEAT)),
  },
  REPEAT,
);

/** What a post offers, needs or serves. Days are YYYY-MM-DD in the site's region. */
export const Listing = z.object({
  kind: z.enum(KINDS),
  material: z.string(),
  amount: z.nullable(z.number()),
  unit: z.nullable(z.enum(UNITS)),
  amount_left: z.nullable(z.number()),
  condition: z.nullable(z.enum(CONDITIONS)),
  terms: z.nullable(z.enum(TERMS)),
  /** of one unit */
  price_centavos: z.nullable(z.number()),
  /** PSGC code */
  town: z.string(),
  /** null for guests */
  barangay: z.nullable(z.string()),
  ready_on: z.nullable(z.string()),
  /** the last day */
  until: z.string(),
  truck_access: z.boolean(),
  loading_help: z.boolean(),
  /** the weeks between its rounds, each of which has the amount, and their weekday, 0 for Sunday; null when there is one */
  repeat: z.nullable(z.object({ weeks: z.literal(REPEAT_WEEKS), weekday: z.number() })),
  status: z.enum(STATUSES),
  /** the steward who posted it for its owner, for members; missing when the owner did */
  posted_by: z.optional(z.object({ account_id: z.string(), name: z.string() })),
  /** its facts as short texts for people: `120 bundles`, `dry`, `free` */
  facts: z.array(z.string()),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** when anything of it last changed; ISO 8601, UTC */
  updated_at: z.string(),
});
export type Listing = z.infer<typeof Listing>;
export type ListingKind = Listing['kind'];

/** A day of the site's region. */
const Day = z.iso.date('day_invalid' satisfies ErrorCode);

const UNIT = 'unit_invalid' satisfies ErrorCode;
const CONDITION = 'condition_invalid' satisfies ErrorCode;
const TERM = 'terms_invalid' satisfies ErrorCode;
const MATERIAL = 'material_invalid' satisfies ErrorCode;
const FLAG = 'boolean_expected' satisfies ErrorCode;

/** A whole number, or null, which is the default. */
const wholeNumber = (minimum: number, maximum: number, error: ErrorCode) =>
  z._default(
    z.nullable(z.int(error).check(z.minimum(minimum, error), z.maximum(maximum, error))),
    null,
  );

type Stated = Pick<Listing, 'amount' | 'unit' | 'terms' | 'price_centavos'>;

export const hasUnit = ({ amount, unit, price_centavos }: Stated) =>
  unit !== null || (amount === null && price_centavos === null);
export const hasPrice = ({ terms, price_centavos }: Stated) =>
  terms !== 'price' || price_centavos !== null;
export const hasTermsOfPrice = ({ terms, price_centavos }: Stated) =>
  terms === 'price' || price_centavos === null;

/** Zod refinement. */
export const hasRoundAmount = ({ repeat, amount }: Pick<Listing, 'repeat' | 'amount'>) =>
  repeat === null || amount !== null;
/** Zod refinement. */
export const hasRounds = ({ repeat, kind }: Pick<Listing, 'repeat' | 'kind'>) =>
  repeat === null || kind !== 'service';

/** A listing as its owner states it. The server checks the town and the days, which depend on today. */
export const ListingInput = z
  .object(
    {
      kind: z.enum(KINDS, 'kind_invalid' satisfies ErrorCode),
      material: z.string(MATERIAL).check(z.refine(isMaterial, MATERIAL)),
      amount: wholeNumber(1, MAX_AMOUNT, 'amount_out_of_range'),
      unit: z._default(z.nullable(z.enum(UNITS, UNIT)), null),
      condition: z._default(z.nullable(z.enum(CONDITIONS, CONDITION)), null),
      terms: z._default(z.nullable(z.enum(TERMS, TERM)), null),
      price_centavos: wholeNumber(1, MAX_CENTAVOS, 'price_out_of_range'),
      town: z.string('town_invalid' satisfies ErrorCode),
      barangay: z._default(z.nullable(text({ max: MAX_BARANGAY, oneLine: true })), null),
      ready_on: z._default(z.nullable(Day), null),
      /** null for the default */
      until: z._default(z.nullable(Day), null),
      truck_access: z._default(z.boolean(FLAG), false),
      loading_help: z._default(z.boolean(FLAG), false),
      repeat: z._default(z.nullable(RepeatInput), null),
    },
    'object_expected' satisfies ErrorCode,
  )
  .check(
    z.refine(hasUnit, { path: ['unit'], error: 'unit_required' satisfies ErrorCode }),
    z.refine(hasPrice, { path: ['price_centavos'], error: 'price_required' satisfies ErrorCode }),
    z.refine(hasTermsOfPrice, {
      path: ['terms'],
      error: 'price_without_terms' satisfies ErrorCode,
    }),
    z.refine(hasRoundAmount, {
      path: ['amount'],
      error: 'repeat_without_amount' satisfies ErrorCode,
    }),
    z.refine(hasRounds, { path: ['repeat'], error: 'service_repeats' satisfies ErrorCode }),
  );
export type ListingInput = z.infer<typeof ListingInput>;

/** A listing that is stated again. */
export const ListingChange = z.safeExtend(ListingInput, {
  /** what is agreed on days that it has no more stays as it is */
  keep_agreed: z._default(z.boolean(FLAG), false),
});
export type ListingChange = z.infer<typeof ListingChange>;

/** What is agreed of a listing and stands in the way of a change, as its `current` has it. */
export interface InTheWay {
  in_the_way: {
    appointment_id: string;
    /** what it is of */
    subject: Subject;
    day: string;
    name: string;
  }[];
}

export const ListingStatusInput = z.object({
  status: z.enum(OWNER_STATUSES, 'listing_status_invalid' satisfies ErrorCode),
  /** null leaves it as it is */
  amount_left: wholeNumber(0, MAX_AMOUNT, 'amount_left_out_of_range'),
});
export type ListingStatusInput = z.infer<typeof ListingStatusInput>;
