import { ping } from '#lib/server/queries/health.ts';

import type { Services } from './context.ts';

/** Looks whether the server can do its work. @throws what the database says when it is away */
export async function checkHealth({ db }: Services): Promise<void> {
  await ping(db);
}
