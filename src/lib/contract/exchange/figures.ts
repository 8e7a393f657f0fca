import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { choice } from './listings/listing-search.ts';
import { isMaterial } from './materials/materials.ts';

/** How requests end, or wait, without an agreement. */
export const NOT_AGREED = ['waiting', 'declined', 'unanswered', 'taken_back', 'dropped'] as const;

/** Why agreed amounts were not picked up, as far as known. */
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

/** The outcome of a request. */
export type Outcome = 'picked_up' | (typeof NOT_AGREED)[number] | (typeof NOT_PICKED_UP)[number];

const COUNTS = ['requested', 'responded', 'agreed', 'picked_up', 'kg'] as const;

/** The figures for the requests of a month or town. */
export const FIGURES = [...COUNTS, ...NOT_AGREED, ...NOT_PICKED_UP] as const;
export type Figure = (typeof FIGURES)[number];

/** How agreed bookings of machines failed; no one reports how the work went. */
export const CALLED_OFF = ['owner_called_off', 'requester_called_off', 'ended'] as const;

/** The outcome of a machine request. */
export type BookingOutcome =
  | 'done'
  | 'to_come'
  | (typeof NOT_AGREED)[number]
  | (typeof CALLED_OFF)[number];

/** The figures for the machine requests of a month or town. */
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

/** The figures for the trucks of a month, or of the town where they load. */
export const TRUCK_FIGURES = ['offered', 'called_off', 'loads'] as const;
export type TruckFigure = (typeof TRUCK_FIGURES)[number];

const PERIOD = 'period_invalid' satisfies ErrorCode;
const MATERIAL = 'material_invalid' satisfies ErrorCode;

/** Filters the requests to count. */
export const FiguresQuery = z.object({
  /** a year or month, YYYY or YYYY-MM, of the requests; null for the last twelve months */
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

/** Figures in total, by month (newest first), and by town (highest first). */
export interface FiguresTable<F extends string> {
  total: Record<F, number>;
  months: FiguresRow<F>[];
  towns: FiguresRow<F>[];
}
export type FiguresRow<F extends string> = Record<F, number> & { key: string };

/** The outcomes of requests for pickups and machines, and of offered trucks. */
export const ExchangeFigures = z.object({
  ...tableOf(FIGURES),
  /** null when a material is chosen: neither has a material */
  machines: z.nullable(z.object(tableOf(BOOKING_FIGURES))),
  trucks: z.nullable(z.object(tableOf(TRUCK_FIGURES))),
});
export type ExchangeFigures = z.infer<typeof ExchangeFigures>;
