import { errorText } from '#lib/server/platform/config/config-error.ts';
import { operatorCommand } from '#lib/server/platform/config/operator-command.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { JobLease, runEvery, type StopFn } from '#lib/server/platform/jobs/run-job.ts';

import { type BackupPlace, openPlace } from './backup-place.ts';
import { storeErasedMembers } from './erased-list.ts';
import { nightOf, tidyPlace } from './expired-backups.ts';
import { makeBackup } from './make-backup.ts';
import { countErasedMembers } from './queries.ts';

const CHECK_MS = 60_000;
const RETRY_MS = 3_600_000;
const REMEDY = `It is tried again in an hour. Fix what the problem says, and try it with \`${operatorCommand} backup\`.`;

/** Makes the backup of each night. */
class NightlyBackup {
  readonly #services: Services;
  readonly #url: string;
  readonly #stopping: AbortSignal;
  /** the last night with a backup */
  #doneNight = '';
  /** the number of erased members in the list beside the backups */
  #storedErasures = 0;

  constructor(services: Services, url: string, stopping: AbortSignal) {
    this.#services = services;
    this.#url = url;
    this.#stopping = stopping;
  }

  /** Makes the backup when it is due and no other server is making it. Never rejects: failures are logged. */
  async check(): Promise<void> {
    const { now, log } = this.#services;
    await this.#storeErasures().catch((error: unknown) =>
      log.warn({ event: 'erasures_not_stored', error }),
    );
    if (this.#nightOf(now()) === this.#doneNight) return;
    // When the database is down, the next try follows in a minute.
    const lease = await JobLease.take(this.#services, 'backup').catch((error: unknown) =>
      log.warn({ event: 'backup_not_begun', problem: errorText(error), error }),
    );
    if (!lease) return;
    let waitMs = 0;
    try {
      const signal = AbortSignal.any([lease.lost, this.#stopping]);
      await this.#services.metrics.watchJob('backup', () => this.#run(signal))();
    } catch (error) {
      if (this.#stopping.aborted) return;
      waitMs = RETRY_MS;
      log.error({ event: 'backup_failed', problem: errorText(error), remedy: REMEDY, error });
    } finally {
      // A lease that is not released expires.
      await lease.release(now() + waitMs).catch(() => {});
    }
  }

  #nightOf(time: number): string {
    return nightOf(time, this.#services.config.backupHour);
  }

  #open(): Promise<BackupPlace> {
    return openPlace(this.#url, this.#services.config.dataDir);
  }

  /** Writes the ids of members erased today to the list beside the backups. */
  async #storeErasures(): Promise<void> {
    const count = await countErasedMembers(this.#services.db);
    if (count === this.#storedErasures) return;
    await storeErasedMembers(this.#services.db, await this.#open());
    this.#storedErasures = count;
  }

  async #tidy(place: BackupPlace): Promise<void> {
    if (await this.#services.clock.allows('expired_backups'))
      await tidyPlace(this.#services, place);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { log, now } = this.#services;
    const night = this.#nightOf(now());
    const place = await this.#open();
    const backups = await place.list();
    const isMade = backups.some(
      ({ time, isUpgrade }) => !isUpgrade && this.#nightOf(time) === night,
    );
    if (!isMade) {
      const made = await makeBackup(this.#services, place, signal);
      log.info({ event: 'backup_made', place: place.label, ...made });
      await this.#tidy(place).catch((error: unknown) =>
        log.warn({ event: 'backup_cleanup_failed', error }),
      );
    }
    this.#doneNight = night;
  }
}

/**
 * Makes a backup every night on one of the servers that share a database: from the configured hour on, or later when
 * no server was running. Retries hourly after a failure.
 * @returns a function that stops it
 */
export function startNightlyBackup(services: Services): StopFn {
  const { backupUrl } = services.config;
  if (!backupUrl) return () => Promise.resolve();
  const stopping = new AbortController();
  const backup = new NightlyBackup(services, backupUrl, stopping.signal);
  const stop = runEvery(() => backup.check(), CHECK_MS);
  return () => {
    stopping.abort();
    return stop();
  };
}
