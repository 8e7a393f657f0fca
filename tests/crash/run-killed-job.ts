// Runs a job in its own process, which can be killed before any of its queries.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import type { ServerInstance } from '#tests/support/server/server-process.ts';

export type JobName = 'erasures' | 'rounds';

const SCRIPT = resolve(import.meta.dirname, 'killed-job.ts');

/**
 * Runs a job on a site.
 * @param killAt the number of the query that it is killed before; 0 for none
 * @returns whether it was killed
 * @throws Error when the job fails
 */
export async function runKilledJob(
  job: JobName,
  { dataDir, databaseUrl }: ServerInstance,
  killAt: number,
): Promise<{ isKilled: boolean; queries: number }> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '1',
    KILL_AT: String(killAt),
  };
  const child = spawn(process.execPath, [SCRIPT, job], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code, signal]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ]);
  const isKilled = signal === 'SIGKILL';
  if (code !== 0 && !isKilled) throw new Error(`The job ${job} ended with ${code ?? signal}.`);
  return { isKilled, queries: Number(output) };
}

/** Runs a job to its end. @returns the number of its queries */
export const runWholeJob = async (job: JobName, site: ServerInstance): Promise<number> =>
  (await runKilledJob(job, site, 0)).queries;
