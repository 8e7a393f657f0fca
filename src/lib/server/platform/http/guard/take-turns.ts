import { RoundRobin } from '#lib/server/platform/fair-queue.ts';

/**
 * Starts one request in each turn of the event loop, of another network each time: a network that sends hundreds at a
 * time waits for itself, and the others for one of them.
 * @returns a function that starts a request of a network when it is its turn. It returns a function that cancels the
 *   start, which returns false when it is too late.
 */
export function takeTurns(): (network: string, start: () => void) => () => boolean {
  const waiting = new RoundRobin<() => void>();
  let isTurnTaken = false;
  const next = () => {
    const start = waiting.take();
    isTurnTaken = start !== undefined;
    if (!start) return;
    setImmediate(next);
    start();
  };
  return (network, start) => {
    waiting.add(network, start);
    if (!isTurnTaken) next();
    return () => waiting.remove(network, start);
  };
}
