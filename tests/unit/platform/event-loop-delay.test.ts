import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { addProcessMetrics } from '#lib/server/platform/metrics/metrics.ts';
import { Registry } from '#lib/server/platform/metrics/registry.ts';
import { findValue, readOpenMetrics } from '#tests/support/site/openmetrics.ts';

// Longer than the time between two samples, as Node measures from one to the next.
const SAMPLES_MS = 50;

/** Blocks this thread. */
const block = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);

test('a blocked event loop is measured once', async () => {
  const registry = new Registry();
  addProcessMetrics(registry);
  const max = async () => {
    const families = readOpenMetrics(await registry.expose(() => expect.unreachable()));
    return findValue(families, 'glean_event_loop_delay_seconds', { statistic: 'max' });
  };
  // The first reading starts the measurement.
  expect(await max()).toBeUndefined();
  await delay(SAMPLES_MS);
  block(500);
  expect(await max()).toBeGreaterThan(0.4);
  await expect.poll(max).toBeLessThan(0.4);
});
