import type { Executor, JobName } from '#lib/server/db/schema.ts';

/**
 * Claims a job that is due: of several servers one gets it.
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
      conflict.column('name').doUpdateSet({ run_at: nextRunAt }).where('jobs.run_at', '<=', now),
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
