import type { Executor, JobName } from '#lib/server/platform/db/schema.ts';

// By how much the clocks of servers may differ.
const CLOCK_SKEW_MS = 60_000;

/**
 * Claims a job that is due: of several servers one gets it. One that is due later than a claim could be was claimed by a
 * clock that was ahead, and is claimed, too.
 * @param now milliseconds since 1970
 * @param nextRunAt when it is due again
 */
export async function claimJob(
  db: Executor,
  name: JobName,
  now: number,
  nextRunAt: number,
): Promise<boolean> {
  const claimed = await db
    .insertInto('jobs')
    .values({ name, run_at: nextRunAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ run_at: nextRunAt })
        .where((eb) =>
          eb.or([eb('jobs.run_at', '<=', now), eb('jobs.run_at', '>', nextRunAt + CLOCK_SKEW_MS)]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/**
 * Moves the end of a claim.
 * @param from as it was claimed
 * @returns false when another server has claimed the job since
 */
export async function moveJob(
  db: Executor,
  name: JobName,
  from: number,
  to: number,
): Promise<boolean> {
  const moved = await db
    .updateTable('jobs')
    .set({ run_at: to })
    .where('name', '=', name)
    .where('run_at', '=', from)
    .returning('name')
    .executeTakeFirst();
  return moved !== undefined;
}
