import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { ServerInstance } from './server-process.ts';

/** Forgets what was counted against limits, as if their time had passed. */
export function clearRateLimits({ dataDir }: ServerInstance): void {
  const database = new DatabaseSync(join(dataDir, 'limits.sqlite'), { timeout: 1000 });
  database.exec('delete from rate_limits');
  database.close();
}
