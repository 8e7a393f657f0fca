import { expect, test, vi } from 'vitest';

import { runEvery } from '#lib/server/platform/jobs/run-job.ts';

test('runs never overlap, and stopping waits for the current run', async () => {
  vi.useFakeTimers();
  const started: PromiseWithResolvers<void>[] = [];
  const stop = runEvery(() => {
    const turn = Promise.withResolvers<void>();
    started.push(turn);
    return turn.promise;
  }, 100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toHaveLength(1);
  started[0]?.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toHaveLength(2);
  const stopped = vi.fn<() => void>();
  const stopping = stop().then(stopped);
  await vi.advanceTimersByTimeAsync(4000);
  expect(stopped).not.toHaveBeenCalled();
  started[1]?.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toHaveLength(2);
  vi.useRealTimers();
});
