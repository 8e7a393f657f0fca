import { expect, test, vi } from 'vitest';

import { runEvery } from '#lib/server/jobs/run-every.ts';

test('what repeats is never done twice at once, and stopping waits for what is under way', async () => {
  vi.useFakeTimers();
  const begun: PromiseWithResolvers<void>[] = [];
  const stop = runEvery(() => {
    const turn = Promise.withResolvers<void>();
    begun.push(turn);
    return turn.promise;
  }, 100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toHaveLength(2);
  const stopped = vi.fn<() => void>();
  const stopping = stop().then(stopped);
  await vi.advanceTimersByTimeAsync(4000);
  expect(stopped).not.toHaveBeenCalled();
  begun[1]?.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toHaveLength(2);
  vi.useRealTimers();
});
