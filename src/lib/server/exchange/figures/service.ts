// The outcomes of requests, for the co-op: by the month of the request, and the town of the listing or the work.
import {
  BOOKING_FIGURES,
  type BookingFigure,
  type BookingOutcome,
  type ExchangeFigures,
  type Figure,
  FIGURES,
  type FiguresQuery,
  type FiguresRow,
  type FiguresTable,
  NOT_PICKED_UP,
  type Outcome,
  TRUCK_FIGURES,
  type TruckFigure,
} from '#lib/contract/exchange/figures.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { startOfDay } from '#lib/server/platform/start-of-day.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import * as queries from './queries.ts';

const MONTHS = 12;
const MONTH_LENGTH = 'YYYY-MM'.length;
const YEAR_LENGTH = 'YYYY'.length;

/** @returns the month that is `count` months later */
function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, MONTH_LENGTH);
}

const toMonth = (name: string): queries.Month => ({
  name,
  start: startOfDay(`${name}-01`),
  end: startOfDay(`${addMonths(name, 1)}-01`),
});

const thisMonth = ({ now }: Pick<Services, 'now'>) => regionDay(now()).slice(0, MONTH_LENGTH);

/** @returns the months of a period, oldest first */
function monthsOf(services: Services, period: string | null): [queries.Month, ...queries.Month[]] {
  if (period?.length === MONTH_LENGTH) return [toMonth(period)];
  const first = period ? `${period}-01` : addMonths(thisMonth(services), 1 - MONTHS);
  const others = Array.from({ length: MONTHS - 1 }, (_, nth) => addMonths(first, nth + 1));
  return [toMonth(first), ...others.map(toMonth)];
}

/** The figures of a month and town. */
interface Counted<F extends string> {
  month: string;
  town: string;
  counts: Partial<Record<F, number>>;
}

const AGREED = new Set<Outcome | BookingOutcome>(['picked_up', 'done', ...NOT_PICKED_UP]);

function sum<F extends string>(names: readonly F[], counted: Counted<F>[]): Record<F, number> {
  const all = names.map((name) => [
    name,
    counted.reduce((n, { counts }) => n + (counts[name] ?? 0), 0),
  ]);
  return Object.fromEntries(all) as Record<F, number>;
}

/** Sums the figures with the same key. */
const sumBy = <F extends string>(
  names: readonly F[],
  counted: Counted<F>[],
  keyOf: (each: Counted<F>) => string,
): FiguresRow<F>[] =>
  Array.from(Map.groupBy(counted, keyOf), ([key, group]) =>
    Object.assign(sum(names, group), { key }),
  );

/** @param names the first is the figure by which towns are sorted */
function toTable<F extends string>(
  names: readonly [F, ...F[]],
  counted: Counted<F>[],
): FiguresTable<F> {
  const [first] = names;
  return {
    total: sum(names, counted),
    months: sumBy(names, counted, ({ month }) => month).toSorted((a, b) =>
      b.key.localeCompare(a.key, 'en'),
    ),
    towns: sumBy(names, counted, ({ town }) => town).toSorted(
      (a, b) => b[first] - a[first] || a.key.localeCompare(b.key, 'en'),
    ),
  };
}

interface AllCounted {
  pickups: Counted<Figure>[];
  /** null when a material is chosen */
  machines: Counted<BookingFigure>[] | null;
  trucks: Counted<TruckFigure>[] | null;
}

async function countAll(ctx: Ctx, { period, town, material }: FiguresQuery): Promise<AllCounted> {
  requireStaffViewer(ctx);
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
  const months = monthsOf(ctx, period);
  const [{ name, start }] = months;
  const offset = Date.parse(`${name}-01`) - start;
  const requests = await queries.countRequests(ctx.db, { months, town, material }, offset);
  const pickups = requests.map(({ month, town: at, outcome, pickups: count, ...counts }) => ({
    month,
    town: at,
    counts: { ...counts, [outcome]: count, agreed: AGREED.has(outcome) ? count : 0 },
  }));
  if (material !== null) return { pickups, machines: null, trucks: null };
  const today = regionDay(ctx.now());
  const bookings = await queries.countBookings(ctx.db, { months, town }, { today, offset });
  const trucks = await queries.countTrucks(ctx.db, { months, town });
  return {
    pickups,
    machines: bookings.map(({ month, town: at, outcome, bookings: count, responded }) => ({
      month,
      town: at,
      counts: {
        requested: count,
        responded,
        [outcome]: count,
        agreed: AGREED.has(outcome) ? count : 0,
      },
    })),
    trucks: trucks.map(({ month, town: at, ...counts }) => ({ month, town: at, counts })),
  };
}

/** Gets the outcomes of requests. */
export async function getFigures(ctx: Ctx, query: FiguresQuery): Promise<ExchangeFigures> {
  const { pickups, machines, trucks } = await countAll(ctx, query);
  return {
    ...toTable(FIGURES, pickups),
    machines: machines && toTable(BOOKING_FIGURES, machines),
    trucks: trucks && toTable(TRUCK_FIGURES, trucks),
  };
}

/** @returns the periods to choose from: the last twelve months, and the years since the first request */
export async function listPeriods(
  services: Services,
): Promise<{ months: string[]; years: string[] }> {
  const last = thisMonth(services);
  const now = services.now();
  const first = (await queries.findFirstTime(services.db)) ?? now;
  const [from, to] = [first, now].map((time) => Number(regionDay(time).slice(0, YEAR_LENGTH)));
  const years = Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, ago) => (to ?? 0) - ago);
  return {
    months: Array.from({ length: MONTHS }, (_, ago) => addMonths(last, -ago)),
    years: years.map(String),
  };
}

/** The columns of a CSV file with the figures of a month and town; empty where a figure does not apply. */
function columnsOf<F extends string>(
  prefix: string,
  names: readonly F[],
  counted: Counted<F>[] | null,
) {
  const rows = Map.groupBy(counted ?? [], keyOf);
  return {
    heads: names.map((name) => prefix + name),
    keys: [...rows.keys()],
    cells: (key: string): (string | number)[] => {
      const figures = sum(names, rows.get(key) ?? []);
      return names.map((name) => (counted ? figures[name] : ''));
    },
  };
}

const keyOf = ({ month, town }: Pick<Counted<string>, 'month' | 'town'>): string =>
  `${month} ${town}`;

/** @returns the figures of each month and town as CSV */
export async function figuresToCsv(ctx: Ctx, query: FiguresQuery): Promise<string> {
  const { pickups, machines, trucks } = await countAll(ctx, query);
  const parts = [
    columnsOf('', FIGURES, pickups),
    columnsOf('machines_', BOOKING_FIGURES, machines),
    columnsOf('trucks_', TRUCK_FIGURES, trucks),
  ];
  const keys = new Set(parts.flatMap((part) => part.keys));
  const lines = [...keys]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((key) => {
      const [month = '', town = ''] = key.split(' ');
      return toCsvLine([month, ...toTownCells(town), ...parts.flatMap((part) => part.cells(key))]);
    });
  const heads = parts.flatMap((part) => part.heads);
  return toCsvHead(['month', ...TOWN_COLUMNS, ...heads]) + lines.join('');
}
