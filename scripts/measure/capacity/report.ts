import { NOTIFICATIONS_POLL_MS } from '#lib/contract/notifications/notifications.ts';
import { countErrors } from '#scripts/measure/bench/report.ts';
import { mark, printTable, whole } from '#scripts/measure/table.ts';

import type { AllFigures } from './figures.ts';
import type { Options } from './options.ts';
import { compareThirds, type Measure, type Sample } from './samples.ts';

type Kind = keyof AllFigures['now'];

const MS = { unit: 'ms', us: 1000 };
const SECONDS = { unit: 's', us: 1_000_000 };
const UNITS: Record<Kind, typeof MS> = {
  poll: MS,
  token: MS,
  feed: MS,
  write: MS,
  badge: SECONDS,
};
const MEASURES: Measure[] = ['processor', 'memory', 'files'];
const UNIT_OF = { processor: '% of one', memory: 'MB', files: 'open files' };
const GROWTH = 1.1;
// Pages with polls later than this are practically not served.
const LEAST_SHARE = 0.95;

/** The results of a run. */
export interface Outcome {
  figures: AllFigures['now'];
  samples: Map<string, Sample[]>;
  seconds: number;
  /** of this process: its share of a processor, and the delay of its event loop, in ms */
  load: { busy: number; delay: number };
}

function kindCells({ figures, seconds }: Outcome, kind: Kind): string[] {
  const { succeeded, unchanged, latency, errors } = figures[kind];
  const { unit, us } = UNITS[kind];
  const time = (value: number) => (succeeded > 0 ? (value / us).toFixed(1) : '');
  return [
    `${kind}, ${unit}`,
    whole(succeeded),
    (succeeded / seconds).toFixed(1),
    time(latency.percentile(50)),
    time(latency.percentile(99)),
    time(latency.max),
    kind === 'poll' ? ((100 * unchanged) / succeeded).toFixed(1) : '',
    countErrors(errors),
  ];
}

const hasGrown = (samples: Sample[], measure: Measure): boolean => {
  const { first, last } = compareThirds(samples, measure);
  return last > first * GROWTH;
};

const processCells = ([name, samples]: [string, Sample[]]): string[][] =>
  MEASURES.map((measure) => {
    const { first, last, most } = compareThirds(samples, measure);
    const format = (value: number) => value.toFixed(measure === 'files' ? 0 : 1);
    const verdict = mark(!hasGrown(samples, measure), `last third <= ${GROWTH} first`);
    const cells = [`${name}, ${UNIT_OF[measure]}`, format(first), format(last), format(most)];
    // Processor time depends on the members' activity.
    return measure === 'processor' ? cells : cells.concat(verdict);
  });

/** The polls per second if each got an immediate response. */
const wanted = ({ pages }: Options) => (pages * 1000) / NOTIFICATIONS_POLL_MS;

/** Prints the tables of a run. @returns whether polls were in time, without errors or growth */
export function printOutcome(outcome: Outcome, options: Options): boolean {
  const { figures, samples, seconds, load } = outcome;
  const kinds = Object.keys(UNITS) as Kind[];
  const head = ['count', 'a second', 'p50', 'p99', 'most', '304 %', 'errors'];
  printTable(
    [`${whole(options.pages)} pages`, ...head],
    kinds.map((kind) => kindCells(outcome, kind)),
  );
  printTable(
    ['Process', 'first third', 'last third', 'most', ''],
    [...samples].flatMap(processCells),
  );
  const share = figures.poll.succeeded / seconds / wanted(options);
  const errors = kinds.flatMap((kind) => figures[kind].errors);
  const isSteady = [...samples.values()].every(
    (each) => !hasGrown(each, 'memory') && !hasGrown(each, 'files'),
  );
  const verdicts: [boolean, string][] = [
    [share >= LEAST_SHARE, `${LEAST_SHARE * 100} % of the polls (${(share * 100).toFixed(1)} %)`],
    [errors.length === 0, 'no errors'],
    [isSteady, 'no growth'],
  ];
  console.log(verdicts.map(([isMet, budget]) => mark(isMet, budget)).join('\n'));
  console.log(
    `The load itself: ${(load.busy * 100).toFixed(0)} % of a processor, event loop p99 ${load.delay.toFixed(1)} ms late.`,
  );
  return verdicts.every(([isMet]) => isMet);
}
