// Loads the demo community into an empty database.
import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { openMigratedDatabase } from '#lib/server/platform/db/open-database.ts';
import { run } from '#scripts/lib/run.ts';

async function isEmpty(): Promise<boolean> {
  const database = await openMigratedDatabase(readConfig(process.env));
  try {
    return !(await database.db.selectFrom('members').select('id').limit(1).executeTakeFirst());
  } finally {
    await database.close();
  }
}

/** @returns whether the database has a community; otherwise the reason is printed */
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
