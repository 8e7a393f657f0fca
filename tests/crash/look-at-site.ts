// Examines a site after its restore was killed.
import {
  checkCounters,
  checkDatabase,
  checkFiles,
  checkSearch,
} from '#lib/server/app/doctor/examine-site.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { listPending } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { databaseAddress, type ServerInstance } from '#tests/support/server/server-process.ts';

/** The posts of the backup without those of the erased member, and the posts of the replaced site. */
export const TITLES = { restored: 'Coconut husk, Rice straw', 'as before': 'Before' };

async function nameOf(database: Database): Promise<string> {
  const rows = await database.db.selectFrom('posts').select('title').orderBy('title').execute();
  const titles = rows.map(({ title }) => title).join(', ');
  const [name] = Object.entries(TITLES).find(([, each]) => each === titles) ?? [];
  const pending = await listPending(database);
  return name && pending?.length === 0 ? name : `${titles} before ${pending?.join(', ')}`;
}

/** @returns which of the two sites is there, if it is complete with its images and counters; otherwise its problem */
export async function lookAtSite(instance: ServerInstance): Promise<string> {
  const { dataDir, databaseUrl } = instance;
  const address = databaseAddress(instance);
  const config = readConfig({ DEMO: '1', DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const database = openDatabase(address, { isCommand: true });
  try {
    const checks = [
      checkDatabase(database, address),
      checkCounters(database),
      checkSearch(database),
    ];
    const findings = await Promise.all([...checks, checkFiles(database, config)]);
    return findings.find(({ state }) => state === 'wrong')?.text ?? (await nameOf(database));
  } catch (error) {
    return String(error);
  } finally {
    await database.close();
  }
}
