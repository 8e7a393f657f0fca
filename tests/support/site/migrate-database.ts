// Migrates a database in a process of its own, and says when it begins:
// `node tests/support/site/migrate-database.ts <path or URL>`.
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';

const database = openDatabase(process.argv[2] ?? '', { isCommand: true });
console.log('Migrating');
await migrate(database);
await database.close();
