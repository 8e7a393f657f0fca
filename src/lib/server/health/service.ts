import type { Services } from '#lib/server/context.ts';
import { AppError } from '#lib/server/errors.ts';

import { ping } from './queries.ts';
import type { ServerState } from './server-state.ts';

/**
 * Looks whether the server can do all its work.
 * @throws AppError for a problem of its disk or database; what the database says when it is away
 */
export async function checkHealth({ db }: Services, { problems }: ServerState): Promise<void> {
  await ping(db);
  for (const problem of problems.values()) throw new AppError(problem);
}
