// What requests for pickups came to, for the co-op: by the month in which they were made, and the town of the listing.
import {
  type ExchangeFigures,
  FIGURES,
  type Figures,
  type FiguresQuery,
  type FiguresRow,
  NOT_PICKED_UP,
  type Outcome,
} from '#lib/contract/exchange/figures.ts';
import { type Ctx, requireStaffViewer, type Services } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { startOfDay } from '#lib/server/platform/start-of-day.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { countRequests, findFirstTime, type Month } from './queries.ts';

const MONTHS = 12;
const MONTH_LENGTH = 'YYYY-MM'.length;
const YEAR_LENGTH = 'YYYY'.length;

/** @returns the month some months after another */
function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, MONTH_LENGTH);
}

const toMonth = (name: string): Month => ({
  name,
  start: startOfDay(`${name}-01`),
  end: startOfDay(`${addMonths(name, 1)}-01`),
});

const thisMonth = ({ now }: Pick<Services, 'now'>) => regionDay(now()).slice(0, MONTH_LENGTH);

/** @returns the months of a period, the oldest first */
function monthsOf(services: Services, period: string | null): [Month, ...Month[]] {
  if (period?.length === MONTH_LENGTH) return [toMonth(period)];
  const first = period ? `${period}-01` : addMonths(thisMonth(services), 1 - MONTHS);
  const others = Array.from({ length: MONTHS - 1 }, (_, nth) => addMonths(first, nth + 1));
  return [toMonth(first), ...others.map(toMonth)];
}

type Row = Awaited<ReturnType<typeof countRequests>>[number];

const NOTHING = Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures;
const AGREED = new Set<Outcome>(['picked_up', ...NOT_PICKED_UP]);

function sum(rows: Row[]): Figures {
  const figures = { ...NOTHING };
  for (const { outcome, pickups, requested, responded, kg } of rows) {
    figures.requested += requested;
    figures.responded += responded;
    figures.kg += kg;
    figures[outcome] += pickups;
    if (AGREED.has(outcome)) figures.agreed += pickups;
  }
  return figures;
}

/** Sums rows of the same key. */
const sumBy = (rows: Row[], keyOf: (row: Row) => string): FiguresRow[] =>
  Array.from(Map.groupBy(rows, keyOf), ([key, group]) => Object.assign(sum(group), { key }));

async function listRows(ctx: Ctx, { period, town, material }: FiguresQuery) {
  requireStaffViewer(ctx);
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  const months = monthsOf(ctx, period);
  const [{ name, start }] = months;
  const offset = Date.parse(`${name}-01`) - start;
  return countRequests(ctx.db, { months, town, material }, offset);
}

/**
 * Counts what requests came to.
 * @throws AppError staff_only, town_invalid
 */
export async function getFigures(ctx: Ctx, query: FiguresQuery): Promise<ExchangeFigures> {
  const rows = await listRows(ctx, query);
  return {
    total: sum(rows),
    months: sumBy(rows, ({ month }) => month).toSorted((a, b) => b.key.localeCompare(a.key, 'en')),
    towns: sumBy(rows, ({ town }) => town).toSorted(
      (a, b) => b.requested - a.requested || a.key.localeCompare(b.key, 'en'),
    ),
  };
}

/** @returns the periods of which there may be figures: the last twelve months, and the years since the first request */
export async function listPeriods(
  services: Services,
): Promise<{ months: string[]; years: string[] }> {
  const last = thisMonth(services);
  const now = services.now();
  const first = (await findFirstTime(services.db)) ?? now;
  const [from, to] = [first, now].map((time) => Number(regionDay(time).slice(0, YEAR_LENGTH)));
  const years = Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, ago) => (to ?? 0) - ago);
  return {
    months: Array.from({ length: MONTHS }, (_, ago) => addMonths(last, -ago)),
    years: years.map(String),
  };
}

/**
 * @returns the figures of each month and town, for spreadsheets
 * @throws AppError staff_only, town_invalid
 */
export async function figuresToCsv(ctx: Ctx, query: FiguresQuery): Promise<string> {
  const rows = await listRows(ctx, query);
  const lines = sumBy(rows, ({ month, town }) => `${month} ${town}`)
    .toSorted((a, b) => a.key.localeCompare(b.key, 'en'))
    .map(({ key, ...figures }) => {
      const [month = '', town = ''] = key.split(' ');
      return toCsvLine([month, ...toTownCells(town), ...FIGURES.map((name) => figures[name])]);
    });
  return toCsvHead(['month', ...TOWN_COLUMNS, ...FIGURES]) + lines.join('');
}
