import type { Logger } from 'pino';

import { operatorCommand } from '#lib/server/platform/config/operator-command.ts';
import type { Db, Effect } from '#lib/server/platform/db/schema.ts';
import type { ServerState } from '#lib/server/platform/health/service.ts';

import { findMarks, insertMarks, type Marks, moveMark } from './queries.ts';
import { TIMED_WORK, type TimedWork } from './timed-work.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A clock that differs by more from the time known to the site is not trusted immediately. */
export const MAX_JUMP_MS = 24 * HOUR_MS;
/** The tolerated difference between a server's clock and the database's, and between a clock and its own past. */
const MAX_SKEW_MS = 5 * MINUTE_MS;
/** How long a clock must have run steadily to be trusted nonetheless. */
const STEADY_MS: Record<Effect, number> = { ends: HOUR_MS, erases: 24 * HOUR_MS };
// Limits writes.
const ADVANCE_MS = 10 * MINUTE_MS;
// How long a verdict is valid, unless the clock jumps.
const HOLDS_MS = MINUTE_MS;
const EFFECTS = ['ends', 'erases'] as const satisfies Effect[];
const REMEDY = `Set the clock, best by NTP. If it is right, as the site was off for long, wait a day, or run \`${operatorCommand} confirm-clock\`.`;

/** The clocks that the guard compares, each in milliseconds. */
export interface Clocks {
  /** this machine's clock, since 1970 */
  now: () => number;
  /** since an arbitrary time; cannot be set */
  monotonic: () => number;
  /** the database server's clock, since 1970; null when it is this machine */
  databaseNow: (() => Promise<number>) | null;
}

/** The kinds of work for which the clock is trusted. */
type Verdict = Record<Effect, boolean>;

interface GuardOptions {
  db: Db;
  log: Logger;
  clocks: Clocks;
  state: Pick<ServerState, 'problems'>;
}

const toIso = (time: number): string => new Date(time).toISOString();

/**
 * Decides whether the clock is trusted for work that a wrong clock would ruin (docs/decisions/0066-clock.md). It
 * compares the clock with a stored time that only this guard moves: as the clock proceeds, by at most a day at once;
 * to a clock that has run steadily for long enough; or when an operator confirms the clock.
 */
export class ClockGuard {
  readonly #options: GuardOptions;
  /** since when the clock has not jumped, and its offset from the monotonic clock */
  #steady: { since: number; offset: number };
  #last: { at: number; verdict: Verdict } | null = null;
  #reported = '';
  /** the time known to the site or the database at the last check */
  #known = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#steady = { since: options.clocks.monotonic(), offset: this.#offset() };
  }

  /** Whether work that depends on the time may run now; otherwise it waits. */
  async allows(work: TimedWork): Promise<boolean> {
    const steadyMs = this.#measureSteadiness();
    const isOld = !this.#last || this.#options.clocks.monotonic() - this.#last.at > HOLDS_MS;
    const verdict = isOld || !this.#last ? await this.#judge(steadyMs) : this.#last.verdict;
    return verdict[TIMED_WORK[work]];
  }

  /**
   * For deadlines in the future: set by a clock that is behind, they would pass as soon as the clock is corrected.
   * @returns now, or the time known to the site if later; milliseconds since 1970
   */
  latest(): number {
    return Math.max(this.#options.clocks.now(), this.#known);
  }

  /** Compares the clocks, and reports problems. */
  async check(): Promise<void> {
    await this.#judge(this.#measureSteadiness());
  }

  /**
   * Trusts the clock from now on, because an operator has confirmed it.
   * @returns the difference from the database server's clock in milliseconds if that is too large; then nothing
   *   changes
   */
  async confirm(): Promise<number | null> {
    const { db, clocks } = this.#options;
    const skew = await this.skew();
    if (Math.abs(skew) > MAX_SKEW_MS) return skew;
    const now = clocks.now();
    await insertMarks(db, now);
    await this.#moveAll(await findMarks(db), now);
    return null;
  }

  #offset(): number {
    const { now, monotonic } = this.#options.clocks;
    return now() - monotonic();
  }

  /** @returns for how many milliseconds the clock has run without a jump; a jump voids the last verdict */
  #measureSteadiness(): number {
    const offset = this.#offset();
    const time = this.#options.clocks.monotonic();
    if (Math.abs(offset - this.#steady.offset) > MAX_SKEW_MS) {
      this.#steady = { since: time, offset };
      this.#last = null;
    }
    return time - this.#steady.since;
  }

  /** @returns how many milliseconds this clock is ahead of the database server's */
  async skew(): Promise<number> {
    const { databaseNow, now } = this.#options.clocks;
    return databaseNow ? now() - (await databaseNow()) : 0;
  }

  async #moveAll(marks: Marks | null, to: number): Promise<void> {
    for (const effect of EFFECTS)
      if (marks) await moveMark(this.#options.db, effect, marks[effect], to);
  }

  async #judge(steadyMs: number): Promise<Verdict> {
    const skew = await this.skew();
    // With two servers, the one with the wrong clock must not move the marks.
    const marks = Math.abs(skew) > MAX_SKEW_MS ? null : await this.#readMarks();
    this.#known = marks ? marks.erases : this.#options.clocks.now() - skew;
    const verdict = { ends: false, erases: false };
    if (marks)
      for (const effect of EFFECTS)
        verdict[effect] = await this.#trusts(effect, marks[effect], steadyMs);
    this.#last = { at: this.#options.clocks.monotonic(), verdict };
    this.#report(verdict, { skew, marks });
    return verdict;
  }

  /** A new site, and the first start of this version, begin with the current time. */
  async #readMarks(): Promise<Marks> {
    const { db, clocks } = this.#options;
    const marks = await findMarks(db);
    if (marks) return marks;
    const now = clocks.now();
    await insertMarks(db, now);
    return { ends: now, erases: now };
  }

  async #trusts(effect: Effect, mark: number, steadyMs: number): Promise<boolean> {
    const { db, clocks, log } = this.#options;
    const now = clocks.now();
    if (Math.abs(now - mark) <= MAX_JUMP_MS) {
      // On a full disk, the mark just stays.
      if (now - mark > ADVANCE_MS) await moveMark(db, effect, mark, now).catch(() => {});
      return true;
    }
    if (steadyMs < STEADY_MS[effect]) return false;
    await moveMark(db, effect, mark, now);
    log.warn({ event: 'clock_trusted', for: effect, clock: toIso(now), known: toIso(mark) });
    return true;
  }

  /** Logs a changed verdict, and reports it to `/readyz`. */
  #report(verdict: Verdict, { skew, marks }: { skew: number; marks: Marks | null }): void {
    const { clocks, log, state } = this.#options;
    const waits = EFFECTS.filter((effect) => !verdict[effect]);
    if (waits.length === 0) state.problems.delete('clock');
    else state.problems.set('clock', 'clock_jumped');
    if (this.#reported === waits.join()) return;
    this.#reported = waits.join();
    const clock = toIso(clocks.now());
    if (waits.length === 0) return log.info({ event: 'clock_agrees', clock });
    const other = marks ? { known: toIso(marks.erases) } : { database: toIso(clocks.now() - skew) };
    log.error({ event: 'clock_jumped', clock, ...other, waits, remedy: REMEDY });
  }
}

const SECOND_MS = 1000;

/**
 * Creates a clock for data in memory: unlike the machine's clock it never goes back, and unlike the monotonic clock
 * it proceeds while the machine sleeps.
 * @param now the machine's clock, milliseconds since 1970
 * @param monotonic milliseconds since an arbitrary time
 * @returns milliseconds since an arbitrary time
 */
export function createSteadyClock(now: () => number, monotonic: () => number): () => number {
  let difference = now() - monotonic();
  let skipped = 0;
  return () => {
    const time = monotonic();
    const moved = now() - time - difference;
    if (Math.abs(moved) > SECOND_MS) {
      difference += moved;
      skipped += Math.max(0, moved);
    }
    return time + skipped;
  };
}
