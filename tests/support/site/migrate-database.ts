// Migrates a database in another process to this version or the next one, and reports when it begins:
// `node tests/support/site/migrate-database.ts <path or URL> [later]`.
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { migrations } from '#lib/server/platform/db/migrations/all.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';

import { laterMigrations } from './later-migrations.ts';

const [url = '', version] = process.argv.slice(2);
const database = openDatabase(url, { isCommand: true });
console.log('Migrating');
await migrate(database, version === 'later' ? laterMigrations : migrations);
await database.close();
