import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { ServerInstance } from './server-process.ts';

/** Deletes the rate limits' counts. */
export function clearRateLimits({ dataDir }: ServerInstance): void {
  const database = new DatabaseSync(join(dataDir, 'limits.sqlite'), { timeout: 1000 });
  database.exec('delete from rate_limits');
  database.close();
}
