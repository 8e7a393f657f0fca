import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Response, type Send, withConnection } from './connection.ts';
import { type Fixtures, pickMembers } from './fixtures.ts';
import type { Scenario } from './scenarios.ts';

/** The result of a load on a server. */
export interface LoadResult {
  succeeded: number;
  /** the successful runs with a 304 */
  unchanged: number;
  perSecond: number;
  /** a message per failed run */
  errors: string[];
  /** of successful runs, in microseconds */
  latency: RecordableHistogram;
}

const CONNECTIONS = 32;
const NOT_MODIFIED = 304;

// Counted across all rounds of a scenario, so that no member soon repeats a request.
const turns = new Map<string, number>();

/**
 * Runs a scenario once.
 * @throws Error with the status of a bad response
 */
export async function runOnce(
  { name, run, statuses = [200] }: Scenario,
  fixtures: Fixtures,
  send: Send,
): Promise<Response> {
  const turn = (turns.get(name) ?? 0) + 1;
  turns.set(name, turn);
  const response = await run({ send, fixtures, turn, ...pickMembers(fixtures, turn) });
  if (!statuses.includes(response.status)) throw new Error(String(response.status));
  return response;
}

/**
 * Loads a server with a scenario: each connection repeats it after the response, or at the scenario's rate.
 * @param port of the server
 * @param ms how long new runs start
 */
export async function load(
  scenario: Scenario,
  fixtures: Fixtures,
  port: number,
  ms: number,
): Promise<LoadResult> {
  const { connections = CONNECTIONS, rate } = scenario;
  const result = { succeeded: 0, unchanged: 0, errors: [] as string[], latency: createHistogram() };
  const start = performance.now();
  const record = async (send: Send) => {
    const sent = performance.now();
    const { status } = await runOnce(scenario, fixtures, send);
    result.succeeded += 1;
    if (status === NOT_MODIFIED) result.unchanged += 1;
    result.latency.record(Math.max(1, Math.round((performance.now() - sent) * 1000)));
  };
  const loop = async (send: Send, index: number) => {
    for (let round = 0; performance.now() < start + ms; round += 1) {
      const due = rate ? ((index + round * connections) * 1000) / rate : 0;
      if (due >= ms) return;
      if (rate) await sleep(Math.max(0, start + due - performance.now()));
      await record(send).catch((error: Error) => result.errors.push(error.message));
    }
  };
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      withConnection(port, (send) => loop(send, index)),
    ),
  );
  // At a rate, all runs are due before the end, however late the last one finishes.
  const elapsed = rate ? ms : performance.now() - start;
  return { ...result, perSecond: (result.succeeded * 1000) / elapsed };
}
