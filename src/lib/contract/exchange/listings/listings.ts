import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { REPEAT_WEEKS } from '#lib/contract/exchange/rounds.ts';
import type { Subject } from '#lib/contract/exchange/subjects.ts';
import { text } from '#lib/contract/text.ts';

export const KINDS = ['offer', 'need', 'service'] as const;
export const UNITS = ['kg', 'sack', 'bundle', 'bale', 'truckload', 'piece'] as const;
const CONDITIONS = ['dry', 'damp', 'wet', 'fresh'] as const;
const TERMS = ['free', 'price', 'trade'] as const;
const STATUSES = ['open', 'promised', 'gone', 'withdrawn', 'expired'] as const;
/** The statuses that an owner can set; a listing expires by itself. */
const OWNER_STATUSES = ['open', 'promised', 'gone', 'withdrawn'] as const;

// Separate constants: bundlers keep an unused schema that reads a property.
export const MAX_AMOUNT = 1_000_000;
const MAX_CENTAVOS = 100_000_000;
export const MAX_PESOS = MAX_CENTAVOS / 100;
const MAX_BARANGAY = 100;

const REPEAT = 'repeat_invalid' satisfies ErrorCode;
const LAST_WEEKDAY = 6;

/** Repeats on a weekday (0 is Sunday) every few weeks, with the same amount each time. */
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
  /** per unit */
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
  /**
   * weeks between its rounds, each of which has the amount, and their weekday, 0 for Sunday; null when it does
   * not repeat
   */
  repeat: z.nullable(z.object({ weeks: z.literal(REPEAT_WEEKS), weekday: z.number() })),
  status: z.enum(STATUSES),
  /** the steward who posted for the owner, visible to members; missing when the owner posted */
  posted_by: z.optional(z.object({ account_id: z.string(), name: z.string() })),
  /** its facts as short texts for people: `120 bundles`, `dry`, `free` */
  facts: z.array(z.string()),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** when something in it last changed; ISO 8601, UTC */
  updated_at: z.string(),
});
export type Listing = z.infer<typeof Listing>;
export type ListingKind = Listing['kind'];

/** A day in the site's region. */
const Day = z.iso.date('day_invalid' satisfies ErrorCode);

const UNIT = 'unit_invalid' satisfies ErrorCode;
const CONDITION = 'condition_invalid' satisfies ErrorCode;
const TERM = 'terms_invalid' satisfies ErrorCode;
const MATERIAL = 'material_invalid' satisfies ErrorCode;
const FLAG = 'boolean_expected' satisfies ErrorCode;

/** An integer; null by default. */
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

export const hasRoundAmount = ({ repeat, amount }: Pick<Listing, 'repeat' | 'amount'>) =>
  repeat === null || amount !== null;
export const hasRounds = ({ repeat, kind }: Pick<Listing, 'repeat' | 'kind'>) =>
  repeat === null || kind !== 'service';

/** A listing as its owner enters it. The server checks the town, and the days, which depend on today. */
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

/** A replacement for a listing. */
export const ListingChange = z.safeExtend(ListingInput, {
  /** keeps agreements for days that the change removes */
  keep_agreed: z._default(z.boolean(FLAG), false),
});
export type ListingChange = z.infer<typeof ListingChange>;

/** Agreements that prevent a change of the listing, as the error's `current`. */
export interface InTheWay {
  in_the_way: {
    appointment_id: string;
    /** the subject of the agreement */
    subject: Subject;
    day: string;
    name: string;
  }[];
}

export const ListingStatusInput = z.object({
  status: z.enum(OWNER_STATUSES, 'listing_status_invalid' satisfies ErrorCode),
  /** null leaves the amount unchanged */
  amount_left: wholeNumber(0, MAX_AMOUNT, 'amount_left_out_of_range'),
});
export type ListingStatusInput = z.infer<typeof ListingStatusInput>;
