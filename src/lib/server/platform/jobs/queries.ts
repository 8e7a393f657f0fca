import type { Executor, JobName } from '#lib/server/platform/db/schema.ts';

// The tolerated difference between the clocks of servers.
const CLOCK_SKEW_MS = 60_000;

/**
 * Claims a due job for one of several servers. A job that is due later than any claim could set was claimed by a
 * clock that was ahead, and counts as due.
 * @param now milliseconds since 1970
 * @param nextRunAt when the job is due again
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
 * @param from the end that was set by the claim
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
