// Puts the demo community into an empty database.
import { mkdirSync } from 'node:fs';

import { ConfigError, readConfig } from '#lib/server/config.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import { openDatabase } from '#lib/server/db/open.ts';

import { run } from './run.ts';

async function isEmpty(): Promise<boolean> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  mkdirSync(dataDir, { recursive: true });
  const database = openDatabase(databaseUrl);
  try {
    await migrate(database);
    return !(await database.db.selectFrom('members').select('id').limit(1).executeTakeFirst());
  } finally {
    await database.close();
  }
}

/** @returns whether the database holds a community now; where not, why is said */
export async function loadDemo(): Promise<boolean> {
  try {
    if (!(await isEmpty())) return true;
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    return false;
  }
  const { ok } = await run(['node', 'scripts/demo/load.ts']);
  return ok;
}
