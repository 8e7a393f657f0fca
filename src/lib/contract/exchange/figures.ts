import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';

import { choice } from './listing-search.ts';
import { isMaterial } from './materials.ts';

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
export type Figures = Record<Figure, number>;

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

const COUNTED = z.object(
  Object.fromEntries(FIGURES.map((name) => [name, z.number()])) as Record<Figure, z.ZodMiniNumber>,
);

const Row = z.extend(COUNTED, {
  /** a month, YYYY-MM, or a town's PSGC code */
  key: z.string(),
});
export type FiguresRow = z.infer<typeof Row>;

/** What requests came to: all of them, by month the newest first, by town the most first. */
export const ExchangeFigures = z.object({
  total: COUNTED,
  months: z.array(Row),
  towns: z.array(Row),
});
export type ExchangeFigures = z.infer<typeof ExchangeFigures>;
