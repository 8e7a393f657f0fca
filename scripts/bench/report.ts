import type { Row } from './measure.ts';
import type { PageWeight } from './page-weight.ts';
import type { Site } from './site.ts';
import { mark, printTable, whole } from './table.ts';

/** What came of one data set. */
export interface Results {
  posts: number;
  database: string;
  rows: Row[];
  start: Pick<Site, 'healthzMs' | 'exploreMs' | 'memoryAtRest'>;
  memoryAfterLoad: number;
  /** processor time of a write in the background, in microseconds */
  writeCpu: number;
  pages: PageWeight[];
}

const SCRIPT_KB = 8;
const PAGE_KB = 60;
const GROWTH = 1.3;
const SEARCH_GROWTH = 3;

const COLUMNS =
  'bytes,req/s,bare,cpu us,bare,ratio,pg us,p50 ms,p99 ms,others p99,errors,budget'.split(',');

const number = (value: number, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '');

/** Counts errors by kind: `3x 429, 1x other side closed`. */
const countErrors = (errors: string[]) =>
  Object.entries(Object.groupBy(errors, (error) => error))
    .map(([kind, all]) => `${all?.length}x ${kind}`)
    .join(', ') || '0';

function cells(row: Row, database: string): string[] {
  const { name, bytes, ratio, p50, p99, background } = row;
  const budget = (row.budget ?? 0) / (database === 'sqlite' ? 1 : 2);
  return [
    name,
    whole(bytes),
    ...[row.perSecond, row.bare.perSecond, row.cpu, row.bareCpu].map((value) => number(value)),
    number(ratio, 3),
    number(row.postgresCpu),
    ...[p50, p99, background.p99].map((value) => number(value, 2)),
    countErrors([...row.errors, ...background.errors]),
    budget && Number.isFinite(ratio) ? mark(ratio >= budget, `>= ${budget}`) : '',
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

/** Prints what came of one data set. */
export function printResults({
  posts,
  database,
  rows,
  start,
  memoryAfterLoad,
  writeCpu,
  pages,
}: Results) {
  const title = `${whole(posts)} posts on ${database}`;
  printTable(
    [title, ...COLUMNS],
    rows.map((row) => cells(row, database)),
  );
  printTable(
    ['Process', '', 'budget'],
    [
      ['Write in the background', `${whole(writeCpu)} us`],
      limit('First 200 of /healthz', start.healthzMs, 1000, 'ms'),
      limit('First 200 of /forums/explore', start.exploreMs, 1000, 'ms'),
      limit('Memory at rest', start.memoryAtRest, 150, 'MB'),
      limit('Memory after the load', memoryAfterLoad, 300, 'MB'),
    ],
  );
  const head = ['Guest page, br, no images', 'page', 'scripts', 'styles', 'fonts', 'all', '', ''];
  if (pages.length > 0) printTable(head, pages.map(pageCells));
}

/** Prints how much slower the last data set is than the first. */
export function printGrowth([small, ...others]: Results[]): void {
  const large = others.at(-1);
  if (!small || !large) return;
  const rows = large.rows.map(({ name, p50, p99, budget }, index) => {
    const before = small.rows[index];
    const growth = p99 / (before?.p99 ?? NaN);
    const most = name === 'search' ? SEARCH_GROWTH : GROWTH;
    const isMet = mark(growth <= most, `<= ${most}`);
    return [name, number(growth, 2), number(p50 / (before?.p50 ?? NaN), 2), budget ? isMet : ''];
  });
  printTable([`${whole(large.posts)} posts / ${whole(small.posts)}`, 'p99', 'p50', 'budget'], rows);
}
