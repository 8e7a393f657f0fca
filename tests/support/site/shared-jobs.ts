import { SHARED_JOBS } from '#lib/server/app/jobs/start-jobs.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { JobName } from '#lib/server/platform/db/schema.ts';
import { runOnOneServer, type StopFn } from '#lib/server/platform/jobs/run-job.ts';

/** Starts a job that only one server of a database runs. */
export function startSharedJob(services: Services, name: JobName): StopFn {
  const job = SHARED_JOBS.find((each) => each.name === name);
  if (!job) throw new Error(`There is no shared job ${name}.`);
  return runOnOneServer(services, job);
}

/** Runs all shared jobs that are due, one after the other. */
export async function runSharedJobs(services: Services): Promise<void> {
  for (const job of SHARED_JOBS) await runOnOneServer(services, job)();
}
