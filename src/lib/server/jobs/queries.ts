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
