import { printTable } from '#scripts/measure/table.ts';

/** What came over the line. */
interface Transfer {
  requests: number;
  bytes: number;
}

/** A step of the way. */
export interface Step {
  name: string;
  ms: number;
  /** until it was done */
  untilThen?: Transfer;
  /** and until nothing more came; for the sign-in, within a minute */
  inAll?: Transfer;
}

const RESPONSE_MS = 200;

/** Milliseconds that a step may take (docs/product.md, "Budgets"). */
const LIMITS: Record<string, number> = {
  'landing, first text': 2000,
  'Exchange, first card': 1500,
  'sign-in, usable Explore': 3500,
  'main thread, usable Explore': 1200,
  like: RESPONSE_MS,
  'open the composer': RESPONSE_MS,
  'open a menu': RESPONSE_MS,
  'type a letter': RESPONSE_MS,
};

const isMissed = ({ name, ms }: Step): boolean => ms > (LIMITS[name] ?? Infinity);

const transferCells = (transfer?: Transfer): string[] =>
  transfer ? [String(transfer.requests), `${Math.round(transfer.bytes / 1000)} KB`] : ['', ''];

/** @returns of each step the run in which it was fastest */
export const bestOf = (runs: Step[][]): Step[] =>
  (runs[0] ?? []).map((_, nth) => {
    const all = runs.flatMap((steps) => steps[nth] ?? []);
    return all.toSorted((a, b) => a.ms - b.ms)[0] as Step;
  });

/** Prints the steps. @returns whether each is within its limit */
export function report(steps: Step[]): boolean {
  const head = ['Step', 'ms', 'limit', '', 'requests', 'down', 'in all', 'down'];
  const rows = steps.map((step) => [
    step.name,
    String(Math.round(step.ms)),
    String(LIMITS[step.name] ?? ''),
    isMissed(step) ? 'missed' : '',
    ...transferCells(step.untilThen),
    ...transferCells(step.inAll),
  ]);
  printTable(head, rows);
  return !steps.some(isMissed);
}
