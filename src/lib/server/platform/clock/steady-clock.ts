const SECOND_MS = 1000;

/**
 * Makes a clock for what is in memory: unlike the machine's it never goes back, and unlike the monotonic one it goes on
 * while the machine sleeps.
 * @param now the machine's clock, milliseconds since 1970
 * @param monotonic milliseconds since any time
 * @returns milliseconds since any time
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
