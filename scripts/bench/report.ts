import type { Telling } from './crowd.ts';
import type { Row } from './measure.ts';
import type { Polling } from './polling.ts';
import type { Site } from './site.ts';
import { mark, printTable, whole } from './table.ts';
import type { Weight } from './weights.ts';

const REST_MB = 150;
const FIRST_MS = 1000;
const SCRIPT_BYTES = 8 * 1024;
const PAGE_BYTES = 60 * 1024;
const LOADED_MB = 300;
const POLL_MS = 100;
const LARGE = 1_000_000;

const HEAD = [
  'Case',
  'bytes',
  'req/s',
  'bare',
  'ratio',
  'cpu us',
  'bare',
  'ratio',
  'p50 ms',
  'p99 ms',
  'MB',
  'errors',
  'budget',
];
const FEW = 100;

const number = (value: number | null) =>
  value === null ? '' : value < FEW ? value.toFixed(1) : whole(value);
const part = (one: number | null, other: number | null) =>
  one === null || other === null ? '' : (one / other).toFixed(3);

/** @returns how many faults there were, and of which kinds: `3 (2x 429, no answer)` */
function counted(faults: string[]): string {
  if (faults.length === 0) return '0';
  const kinds = Object.entries(Object.groupBy(faults, (fault) => fault)).map(
    ([kind, all]) => `${whole(all?.length ?? 0)}x ${kind}`,
  );
  return `${whole(faults.length)} (${kinds.join(', ')})`;
}

function cells(row: Row): string[] {
  const { what, absent, perSecond, bare, cpu, bareCpu } = row;
  if (absent) return [what.title, absent];
  const isHeld = what.budget !== undefined && bare !== null;
  return [
    what.title,
    row.bytes ? whole(row.bytes) : '',
    number(perSecond),
    number(bare),
    part(perSecond, bare),
    number(cpu),
    number(bareCpu),
    part(bareCpu, cpu),
    row.p50.toFixed(2),
    row.p99.toFixed(2),
    whole(row.memory),
    counted(row.faults),
    isHeld ? mark(perSecond / bare >= (what.budget ?? 0), `>= ${what.budget}`) : '',
  ];
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** Prints what came of the cases. */
export const printRows = (rows: Row[]): void => printTable(HEAD, rows.map(cells));

/** Prints how the site started, and what it holds. */
export function printStart({ first, atRest }: Site, afterLoad: number): void {
  const times = Object.entries(first).map(([path, ms]) => [
    `First 200 on ${path}`,
    ms === null ? 'none' : `${whole(ms)} ms`,
    ms === null ? '' : mark(ms <= FIRST_MS, `<= ${whole(FIRST_MS)} ms`),
  ]);
  printTable(
    ['Process', '', 'budget'],
    [
      ...times,
      ['Memory at rest', `${atRest} MB`, mark(atRest <= REST_MB, `<= ${REST_MB} MB`)],
      [
        'Memory after the load',
        `${afterLoad} MB`,
        mark(afterLoad <= LOADED_MB, `<= ${LOADED_MB} MB`),
      ],
    ],
  );
}

/** Prints what a guest's pages cost to fetch. */
export function printWeights(weights: Weight[]): void {
  const rows = weights.map(({ path, page, scripts, styles, fonts }) => {
    const all = page + scripts + styles + fonts;
    const budgets = [
      mark(scripts <= SCRIPT_BYTES, `scripts <= ${kilobytes(SCRIPT_BYTES)}`),
      mark(all <= PAGE_BYTES, `all <= ${kilobytes(PAGE_BYTES)}`),
    ];
    return [path, ...[page, scripts, styles, fonts, all].map(kilobytes), budgets.join('  ')];
  });
  const head = [
    'Guest page, br, no pictures',
    'page',
    'scripts',
    'styles',
    'fonts',
    'all',
    'budget',
  ];
  printTable(head, rows);
}

/** Prints how a thousand members who look for notifications were answered. */
export function printPolling(all: Polling[]): void {
  if (all.length === 0) return;
  const rows = all.map(({ title, looks, writes, p50, p99, bare, faults }) => [
    title,
    whole(looks),
    whole(writes),
    p50.toFixed(2),
    p99.toFixed(2),
    bare.p50.toFixed(2),
    bare.p99.toFixed(2),
    counted(faults),
    mark(p99 <= POLL_MS && faults.length === 0, `p99 <= ${POLL_MS} ms, no errors`),
  ]);
  const head = [
    'Notifications',
    'looks/s',
    'writes/s',
    'p50 ms',
    'p99 ms',
    'bare p50',
    'bare p99',
    'errors',
    'budget',
  ];
  printTable(head, rows);
}

/** Prints what it costs to tell many. */
export function printTellings(all: Telling[]): void {
  const rows = all.map(({ title, few, many, budget }) => [
    title,
    few.toFixed(2),
    many.toFixed(2),
    (many / few).toFixed(2),
    mark(many / few <= budget, `<= ${budget}`),
  ]);
  printTable(['Members told', '10, ms', '100,000, ms', 'ratio', 'budget'], rows);
}

/** Prints how much slower cases are on the largest data set than on the smallest. @param results by size */
export function printGrowth(results: Map<number, Row[]>): void {
  const sizes = [...results.keys()].toSorted((a, b) => a - b);
  const [small = 0] = sizes;
  const large = sizes.at(-1) ?? 0;
  if (small === large) return;
  const rows = (results.get(large) ?? []).flatMap((row) => {
    const before = results.get(small)?.find(({ what }) => what.name === row.what.name);
    if (!before?.p99 || row.absent) return [];
    const growth = row.p99 / before.p99;
    const most = large >= LARGE ? row.what.growth : undefined;
    const budget = most ? mark(growth <= most, `<= ${most}`) : '';
    return [[row.what.title, growth.toFixed(2), (row.p50 / before.p50).toFixed(2), budget]];
  });
  printTable([`${whole(large)} posts against ${whole(small)}`, 'p99', 'p50', 'budget'], rows);
}
