// What every drill shares: it says what it did, and fails when it did too little.
import { inspect } from 'node:util';

/** What a drill has done and found. */
export class Drill {
  readonly #counts = new Map<string, number>();
  readonly #floors = new Map<string, number>();
  readonly #problems = new Set<string>();
  readonly #cleanUps: (() => unknown)[] = [];

  /** Counts what was done. */
  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** @returns how often it was done */
  countOf(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** With less than that, the drill has shown nothing. */
  expectAtLeast(floor: number, what: string): void {
    this.#floors.set(what, floor);
  }

  /** Notes what is wrong with the site, or the drill. */
  fail(...problems: unknown[]): void {
    for (const each of problems)
      this.#problems.add(typeof each === 'string' ? each : inspect(each));
  }

  get hasFailed(): boolean {
    return this.#problems.size > 0;
  }

  /** Runs in the end, whatever happens; the last that was added is the first to run. */
  cleanUp(work: () => unknown): void {
    this.#cleanUps.push(work);
  }

  /** Cleans up. @returns the last line: the numbers, and how many problems there are */
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
 * Runs a drill, cleans up, and prints its numbers and problems: always, also after an error.
 * @param work tells the drill what it does, and what at least
 */
export async function runDrill(work: (drill: Drill) => Promise<void>): Promise<void> {
  const drill = new Drill();
  // What is not awaited is an error of the drill; without this it would end before it has cleaned up.
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

/** @returns whether an error is a connection that was cut, as `fetch` throws it, and not a mistake of the drill */
export function isCut(error: unknown): boolean {
  return error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message);
}
