import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Response, type Send, withConnection } from './connection.ts';
import { type Fixtures, pickMembers } from './fixtures.ts';
import type { Scenario } from './scenarios.ts';

/** What came of loading a server for a time. */
export interface LoadResult {
  ms: number;
  succeeded: number;
  /** what went wrong, once per failed run */
  errors: string[];
  /** of the runs that succeeded, in microseconds */
  latency: RecordableHistogram;
}

const CONNECTIONS = 32;

// Counts on through all rounds of a scenario, so that no member repeats a request soon.
const turns = new Map<string, number>();

/** Runs a scenario once. */
export function runOnce(
  { name, run }: Scenario,
  fixtures: Fixtures,
  send: Send,
): Promise<Response> {
  const turn = (turns.get(name) ?? 0) + 1;
  turns.set(name, turn);
  return run({ send, fixtures, turn, ...pickMembers(fixtures, turn) });
}

/**
 * Loads a server with a scenario: each connection runs it again after the last response, or at the scenario's rate.
 * @param port of the server
 * @param ms how long
 */
export async function load(
  scenario: Scenario,
  fixtures: Fixtures,
  port: number,
  ms: number,
): Promise<LoadResult> {
  const { connections = CONNECTIONS, rate, statuses = [200] } = scenario;
  const result: LoadResult = { ms: 0, succeeded: 0, errors: [], latency: createHistogram() };
  const start = performance.now();
  const record = async (send: Send) => {
    const sent = performance.now();
    const { status } = await runOnce(scenario, fixtures, send);
    if (!statuses.includes(status)) throw new Error(String(status));
    result.succeeded += 1;
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
  result.ms = performance.now() - start;
  return result;
}
