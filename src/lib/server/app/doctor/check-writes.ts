import { type Finding, ok, reasonOf, wrong } from '#lib/server/app/checks/finding.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { listPending } from '#lib/server/platform/db/migrate.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { openPostgres } from '#lib/server/platform/db/open-postgres.ts';
import { COPY_MISSING } from '#lib/server/platform/health/service.ts';
import { probeWrites } from '#lib/server/platform/health/write-probe.ts';

/** Writes with timeouts that a hanging standby exceeds, but a busy machine does not. */
async function probe({ db, dialect }: Database, url: string) {
  const own = dialect === 'postgres' ? openPostgres(url, 'probe') : null;
  try {
    return await probeWrites({ db: own?.db ?? db, dialect, now: Date.now });
  } finally {
    await own?.close();
  }
}

/** Writes the row for probes, and reads it back. */
export async function checkWrites(database: Database, config: Config): Promise<Finding> {
  const pending = await listPending(database);
  if (pending?.includes('0053-write-probes'))
    return ok('writes', 'the next start makes what they are tried with');
  try {
    const { isCopyMissing } = await probe(database, config.databaseUrl);
    return isCopyMissing
      ? wrong('writes', COPY_MISSING)
      : ok('writes', 'a row was written and read back');
  } catch (error) {
    return wrong(
      'writes',
      `nothing can be written (${reasonOf(error)}): look whether the database’s disk is full, what locks it, and whether a standby hangs.`,
    );
  }
}
