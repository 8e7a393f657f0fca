import { existsSync } from 'node:fs';

import { isPostgresUrl } from '#lib/server/backup/save-snapshot.ts';
import { type Config, errorText } from '#lib/server/config.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';

import {
  checkClock,
  checkCounters,
  checkDatabase,
  checkRestore,
  checkSearch,
} from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkDisk, checkPermissions } from './check-machine.ts';
import { checkBackup, checkEmail, checkProxy } from './check-settings.ts';
import { type Finding, wrong } from './finding.ts';

/** Runs a check; one that breaks off is wrong, too. */
const attempt = (subject: string, check: Promise<Finding>): Promise<Finding> =>
  check.catch((error: unknown) =>
    wrong(
      subject,
      `cannot be checked (${errorText(error).replaceAll(/\s+/g, ' ')}): fix that, and run \`doctor\` again.`,
    ),
  );

/** The checks that need the database; without a usable one, only the first and the mail server. */
async function examineDatabase(database: Database, config: Config): Promise<Finding[]> {
  const first = await attempt('database', checkDatabase(database, config.databaseUrl));
  if (!first.isOk) return [first, await attempt('email', checkEmail(null, config))];
  return [
    first,
    await attempt('restore', checkRestore(database, config.databaseUrl)),
    await attempt('counters', checkCounters(database)),
    await attempt('search index', checkSearch(database)),
    await attempt('images', checkFiles(database, config)),
    await attempt('email', checkEmail(database, config)),
    await attempt('clock', checkClock(database)),
  ];
}

async function openAndExamine(config: Config): Promise<Finding[]> {
  const { databaseUrl } = config;
  if (!isPostgresUrl(databaseUrl) && !existsSync(databaseUrl))
    return [
      wrong(
        'database',
        `there is none at ${databaseUrl}: start the server once, or run \`restore\`.`,
      ),
      await attempt('email', checkEmail(null, config)),
    ];
  const database = openDatabase(databaseUrl, { isCommand: true });
  try {
    return await examineDatabase(database, config);
  } finally {
    await database.close().catch(() => {});
  }
}

/**
 * Looks at all that a site needs, beside a running server or without one. It changes nothing.
 * @param envFile path of `.env`
 * @returns a finding for each subject
 */
export const examineSite = async (config: Config, envFile: string): Promise<Finding[]> => [
  ...(await openAndExamine(config)),
  await attempt('disk', checkDisk(config)),
  await attempt('proxy', checkProxy(config)),
  await attempt('permissions', checkPermissions(config, envFile)),
  await attempt('backup', checkBackup(config)),
];
