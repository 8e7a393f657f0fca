import { mark, printTable, whole } from '#scripts/measure/table.ts';

import type { Row } from './measure.ts';
import type { PageWeight } from './page-weight.ts';
import type { Site } from './site.ts';

/** The figures of one data set. */
export interface Results {
  posts: number;
  database: 'sqlite' | 'postgres';
  rows: Row[];
  start: Pick<Site, 'healthzMs' | 'exploreMs' | 'memoryAtRest'>;
  memoryAfterLoad: number;
  /** the site's processor time for one background write, in microseconds */
  writeCpu: number;
  /** duration of the load */
  minutes: number;
  pages: PageWeight[];
}

const SCRIPT_KB = 8;
const PAGE_KB = 60;
const GROWTH = 1.3;
const SEARCH_GROWTH = 3;
// 19 of 20 writes must be done.
const OTHERS_SHARE = 0.95;

const COLUMNS =
  'database,bytes,statements,req/s,cpu us,read us,alone us,floor us,commit us,read ratio,ratio,busy %,pg us,p50 ms,p99 ms,304 %,others/s,others p99,errors,budget'.split(
    ',',
  );

const number = (value: number, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '');

/** Counts errors by kind: `3x 429, 1x other side closed`. */
export const countErrors = (errors: string[]) =>
  Object.entries(Object.groupBy(errors, (error) => error))
    .map(([kind, all]) => `${all?.length}x ${kind}`)
    .join(', ') || '0';

/** Whether a row meets its budget, without errors and beside the planned background work. */
function judge(row: Row): string {
  const { budget: least = 0, mostCpu = Infinity, othersRate = 0, background, errors } = row;
  const missed = [
    ...(row.ratio < least ? [`>= ${least}`] : []),
    ...(row.aloneCpu - row.commitCpu > mostCpu ? [`<= ${mostCpu} us`] : []),
    ...(background.perSecond < OTHERS_SHARE * othersRate ? [`${othersRate} others/s`] : []),
    ...(errors.length + background.errors.length > 0 ? ['no errors'] : []),
  ];
  if (missed.length > 0) return mark(false, missed.join(', '));
  if (!Number.isFinite(row.ratio)) return '';
  return mark(true, row.budget === undefined ? `<= ${mostCpu} us` : `>= ${least}`);
}

function cells(row: Row, database: Results['database']): string[] {
  const { name, bytes, statements, readRatio, ratio, p50, p99, background } = row;
  return [
    name,
    database,
    whole(bytes),
    whole(statements),
    ...[row.perSecond, row.cpu, row.readCpu, row.aloneCpu, row.floorCpu].map((value) =>
      number(value),
    ),
    row.commitCpu > 0 ? number(row.commitCpu) : '',
    ...[readRatio, ratio].map((value) => number(value, 3)),
    number(row.busy * 100, 0),
    number(row.postgresCpu),
    ...[p50, p99].map((value) => number(value, 2)),
    ...[row.unchanged * 100, background.perSecond].map((value) => number(value)),
    number(background.p99, 2),
    countErrors([...row.errors, ...background.errors]),
    judge(row),
  ];
}

function limit(title: string, value: number, most: number, unit: string): string[] {
  return [title, `${whole(value)} ${unit}`, mark(value <= most, `<= ${most} ${unit}`)];
}

const pageCells = ({ path, page, scripts, styles, fonts, all }: PageWeight): string[] => [
  path,
  ...[page, scripts, styles, fonts, all].map((bytes) => `${number(bytes / 1024)} KB`),
  mark(scripts <= SCRIPT_KB * 1024, `scripts <= ${SCRIPT_KB} KB`),
  mark(all <= PAGE_KB * 1024, `all <= ${PAGE_KB} KB`),
];

const processRows = ({
  database,
  start,
  memoryAfterLoad,
  writeCpu,
  minutes,
}: Results): string[][] =>
  [
    ['20 writes a second alone', `${whole((20 * writeCpu) / 1000)} ms/s`],
    limit('First 200 of /healthz', start.healthzMs, 1000, 'ms'),
    limit('First 200 of /forums/explore', start.exploreMs, 1000, 'ms'),
    limit('Memory at rest', start.memoryAtRest, 150, 'MB'),
    limit(`Memory after ${whole(minutes)} min (budget: an hour)`, memoryAfterLoad, 300, 'MB'),
  ].map((cellsOfRow) => cellsOfRow.toSpliced(1, 0, database));

/** Prints the figures of one size, a data set per database. */
export function printResults(results: Results[]): void {
  const [{ posts, rows, pages }] = results as [Results];
  // Alternates the rows of the databases.
  const body = rows.flatMap((_, index) =>
    results.flatMap((each) => {
      const row = each.rows[index];
      return row ? [cells(row, each.database)] : [];
    }),
  );
  printTable([`${whole(posts)} posts`, ...COLUMNS], body);
  printTable(['Process', 'database', '', 'budget'], results.flatMap(processRows));
  const head = ['Guest page, br, no images', 'page', 'scripts', 'styles', 'fonts', 'all', '', ''];
  if (pages.length > 0) printTable(head, pages.map(pageCells));
}

function limitCells(row: Row, { rows, database }: Results): string[][] {
  const { name, limit: given } = row;
  const other = rows.find((each) => each.name === given?.name);
  if (!given || !other) return [];
  const { by, most } = given;
  const ratios = { p50: row.p50 / other.p50, p99: row.p99 / other.p99 };
  return [
    [
      `${name} / ${other.name}`,
      database,
      number(ratios.p50, 2),
      number(ratios.p99, 2),
      mark(ratios[by] <= most, `${by} <= ${most}`),
    ],
  ];
}

/** Prints the scenarios that may take at most a multiple of another one's time. */
export function printLimits(results: Results[]): void {
  const rows = results.flatMap((each) => each.rows.flatMap((row) => limitCells(row, each)));
  if (rows.length > 0) printTable(['Compared', 'database', 'p50', 'p99', 'budget'], rows);
}

function growthCells(large: Row, small: Row | undefined, database: Results['database']): string[] {
  const { name, p50, p99, budget, limit: compared } = large;
  const growth = p99 / (small?.p99 ?? NaN);
  const most = name.startsWith('search') ? SEARCH_GROWTH : GROWTH;
  // Scenarios compared with another one may grow with it.
  const isMet = budget && !compared ? mark(growth <= most, `<= ${most}`) : '';
  return [name, database, number(growth, 2), number(p50 / (small?.p50 ?? NaN), 2), isMet];
}

/** Prints the slowdown from the first to the last size, on each database. */
export function printGrowth(sizes: Results[][]): void {
  const [first, last] = [sizes[0] ?? [], sizes.at(-1) ?? []];
  const [small] = first;
  const [large] = last;
  if (!small || !large || sizes.length < 2) return;
  const rows = large.rows.flatMap((_, index) =>
    last.flatMap(({ database, rows: own }, nth) => {
      const row = own[index];
      return row ? [growthCells(row, first[nth]?.rows[index], database)] : [];
    }),
  );
  const title = `${whole(large.posts)} posts / ${whole(small.posts)}`;
  printTable([title, 'database', 'p99', 'p50', 'budget'], rows);
}
