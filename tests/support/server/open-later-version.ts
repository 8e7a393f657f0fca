// Opens a site like a command of the next version, in the operator's environment: `node …/open-later-version.ts`.
import { createAppServer } from '#lib/server/app/app-server.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { laterMigrationsFrom, wrongMigrationsFrom } from '#tests/support/site/later-migrations.ts';

const { MIGRATION: wrong, USABLE_FROM: usableFrom } = process.env;
const server = await createAppServer(readConfig(process.env), {
  isCommand: true,
  migrations: wrong ? wrongMigrationsFrom(wrong, usableFrom) : laterMigrationsFrom(usableFrom),
  logDestination: { write: (line: string) => void process.stderr.write(line) },
});
await server.close();
