import { printTable } from '#scripts/measure/table.ts';

/** The bytes and requests transferred. */
interface Transfer {
  requests: number;
  bytes: number;
}

/** A step of the journey. */
export interface Step {
  name: string;
  ms: number;
  /** until the step was done */
  untilThen?: Transfer;
  /** until the network was idle; for the login, within a minute */
  inAll?: Transfer;
}

const RESPONSE_MS = 200;

/** The most milliseconds of a step (docs/product.md, "Budgets"). */
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

/** The fastest run of each step. */
export const bestOf = (runs: Step[][]): Step[] =>
  (runs[0] ?? []).map((_, nth) => {
    const all = runs.flatMap((steps) => steps[nth] ?? []);
    return all.toSorted((a, b) => a.ms - b.ms)[0] as Step;
  });

/** Prints the steps. @returns whether each meets its limit */
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
