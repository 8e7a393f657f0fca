import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Place } from './built-server.ts';

/** Forgets what was counted against limits, as if their time had passed. */
export function forgetLimits({ dataDir }: Place): void {
  const database = new DatabaseSync(join(dataDir, 'limits.sqlite'), { timeout: 1000 });
  database.exec('delete from rate_limits');
  database.close();
}
