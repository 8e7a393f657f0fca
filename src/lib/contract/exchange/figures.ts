import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { choice } from './listing-search.ts';
import { isMaterial } from './materials/materials.ts';

/** How requests end without an agreement, as far as they have. */
export const NOT_AGREED = ['waiting', 'declined', 'unanswered', 'taken_back', 'dropped'] as const;

/** Why what was agreed was not picked up, as far as it is known. */
export const NOT_PICKED_UP = [
  'to_come',
  'owner_called_off',
  'requester_called_off',
  'ended',
  'no_show',
  'not_as_described',
  'other',
  'unreported',
] as const;

/** What became of a request: one of these. */
export type Outcome = 'picked_up' | (typeof NOT_AGREED)[number] | (typeof NOT_PICKED_UP)[number];

const COUNTS = ['requested', 'responded', 'agreed', 'picked_up', 'kg'] as const;

/** What is counted of the requests of a month and a town. */
export const FIGURES = [...COUNTS, ...NOT_AGREED, ...NOT_PICKED_UP] as const;
export type Figure = (typeof FIGURES)[number];

/** How bookings of machines that were agreed on failed: how the work went is not reported. */
export const CALLED_OFF = ['owner_called_off', 'requester_called_off', 'ended'] as const;

/** What became of a question for a machine: one of these. */
export type BookingOutcome =
  | 'done'
  | 'to_come'
  | (typeof NOT_AGREED)[number]
  | (typeof CALLED_OFF)[number];

/** What is counted of the questions for machines of a month and a town. */
export const BOOKING_FIGURES = [
  'requested',
  'responded',
  'agreed',
  'done',
  ...NOT_AGREED,
  'to_come',
  ...CALLED_OFF,
] as const;
export type BookingFigure = (typeof BOOKING_FIGURES)[number];

/** What is counted of the trucks of a month and the town where they load. */
export const TRUCK_FIGURES = ['offered', 'called_off', 'loads'] as const;
export type TruckFigure = (typeof TRUCK_FIGURES)[number];

const PERIOD = 'period_invalid' satisfies ErrorCode;
const MATERIAL = 'material_invalid' satisfies ErrorCode;

/** Which requests are counted. */
export const FiguresQuery = z.object({
  /** a year or a month, YYYY or YYYY-MM, in which they were made; null for the last twelve months */
  period: choice(z.string().check(z.regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/, PERIOD)), PERIOD),
  /** PSGC code, which the server checks */
  town: choice(z.string(), 'town_invalid'),
  material: choice(z.string().check(z.refine(isMaterial, MATERIAL)), MATERIAL),
});
export type FiguresQuery = z.infer<typeof FiguresQuery>;

const tableOf = <F extends string>(names: readonly F[]) => {
  const counted = z.object(
    Object.fromEntries(names.map((name) => [name, z.number()])) as Record<F, z.ZodMiniNumber>,
  );
  // The key is a month, YYYY-MM, or a town's PSGC code.
  const rows = z.array(z.extend(counted, { key: z.string() }));
  return { total: counted, months: rows, towns: rows };
};

/** Figures of all, by month the newest first, and by town the most first. */
export interface FiguresTable<F extends string> {
  total: Record<F, number>;
  months: FiguresRow<F>[];
  towns: FiguresRow<F>[];
}
export type FiguresRow<F extends string> = Record<F, number> & { key: string };

/** What requests came to: for pickups, for machines, and room on trucks. */
export const ExchangeFigures = z.object({
  ...tableOf(FIGURES),
  /** null where a material is chosen: neither names one */
  machines: z.nullable(z.object(tableOf(BOOKING_FIGURES))),
  trucks: z.nullable(z.object(tableOf(TRUCK_FIGURES))),
});
export type ExchangeFigures = z.infer<typeof ExchangeFigures>;
