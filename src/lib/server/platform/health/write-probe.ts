// Whether the database takes writes: a read succeeds also while each COMMIT waits for a standby that hangs.
import type { Services } from '#lib/server/platform/context.ts';
import { runEvery, type StopFn } from '#lib/server/platform/jobs/run-job.ts';
import { toAppError } from '#lib/server/platform/to-app-error.ts';

import { countProbes, writeProbe } from './queries.ts';
import { type Problem, PROBLEMS, type ServerState } from './service.ts';

const PROBE_MS = 10_000;
// Whoever gives a standby up for good is warned for so long.
const EXPECTED_MS = 7 * 24 * 3_600_000;

/** What a probe found. */
interface Probe {
  /** there was a standby with a copy of all that is written, and now there is none */
  isCopyMissing: boolean;
}

/**
 * Writes a row, and reads it back.
 * @throws the database's error, or that the row is not there
 */
export async function probeWrites({
  db,
  dialect,
  now,
}: Pick<Services, 'db' | 'dialect' | 'now'>): Promise<Probe> {
  const time = now();
  const { writes, copied_at } = await writeProbe(db, dialect, time);
  // Other servers write it, too.
  if ((await countProbes(db)) < writes) throw new Error('A row that was written is not there.');
  const isExpected = copied_at !== null && time - copied_at < EXPECTED_MS;
  return { isCopyMissing: isExpected && copied_at !== time };
}

const toProblem = (error: unknown): Problem =>
  PROBLEMS.find((code) => code === toAppError(error).code) ?? 'unavailable';

/** Probes the database for `/readyz`, and logs when that changes. One that fails is tried again: it may only be busy. */
export async function checkWrites(services: Services, state: ServerState): Promise<void> {
  const { log } = services;
  try {
    const { isCopyMissing } = await probeWrites(services).catch(() => probeWrites(services));
    if (state.problems.delete('writes')) log.info({ event: 'writes_work' });
    if (isCopyMissing && !state.isCopyMissing) log.error({ event: 'second_copy_missing' });
    state.isCopyMissing = isCopyMissing;
  } catch (error) {
    if (!state.problems.has('writes')) log.error({ event: 'writes_failed', error });
    state.problems.set('writes', toProblem(error));
  }
}

/**
 * Probes the database every 10 seconds.
 * @returns a function that stops it
 */
export const startWriteProbe = (services: Services, state: ServerState): StopFn =>
  runEvery(
    services.metrics.watchJob('write_probe', () => checkWrites(services, state)),
    PROBE_MS,
  );
