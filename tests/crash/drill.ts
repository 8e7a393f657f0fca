// The common part of all drills: they print what they did, and fail when they did too little.
import { inspect } from 'node:util';

/** What a drill has done and found. */
export class Drill {
  readonly #counts = new Map<string, number>();
  readonly #floors = new Map<string, number>();
  readonly #problems = new Set<string>();
  readonly #cleanUps: (() => unknown)[] = [];

  /** Counts a thing that was done. */
  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** @returns how often a thing was done */
  countOf(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Sets the least number that proves something. */
  expectAtLeast(floor: number, what: string): void {
    this.#floors.set(what, floor);
  }

  /** Records problems of the site or the drill. */
  fail(...problems: unknown[]): void {
    for (const each of problems)
      this.#problems.add(typeof each === 'string' ? each : inspect(each));
  }

  get hasFailed(): boolean {
    return this.#problems.size > 0;
  }

  /** Adds work for the end, which runs in any case; the last added runs first. */
  cleanUp(work: () => unknown): void {
    this.#cleanUps.push(work);
  }

  /** Cleans up. @returns the last line, with all numbers and the number of problems */
  async end(): Promise<string> {
    for (const work of this.#cleanUps.toReversed())
      try {
        await work();
      } catch (error) {
        this.fail(error);
      }
    for (const [what, floor] of this.#floors)
      if (!(this.countOf(what) >= floor))
        this.fail(`Too little: ${this.countOf(what)} ${what}, at least ${floor} expected`);
    const all = new Set([...this.#counts.keys(), ...this.#floors.keys()]);
    const numbers = [...all].map((what) => `${this.countOf(what)} ${what}`);
    return `${numbers.join(', ')}: ${this.#problems.size} problems`;
  }

  get problems(): string[] {
    return [...this.#problems];
  }
}

/**
 * Runs a drill, cleans up, and prints its numbers and problems, even after an error.
 * @param work notifies the drill of what it does, and of the least number of each
 */
export async function runDrill(work: (drill: Drill) => Promise<void>): Promise<void> {
  const drill = new Drill();
  // An unhandled rejection is an error of the drill, and would otherwise end it before it has cleaned up.
  process.on('unhandledRejection', (error) => drill.fail(error));
  try {
    await work(drill);
  } catch (error) {
    drill.fail(error);
  }
  const numbers = await drill.end();
  for (const problem of drill.problems) console.error(problem);
  console.log(numbers);
  process.exitCode = drill.hasFailed ? 1 : 0;
}

/** @returns whether an error of `fetch` is a cut connection, and not a mistake of the drill */
export function isCut(error: unknown): boolean {
  return error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message);
}
