import { join } from 'node:path';

import type { DestinationStream, Logger } from 'pino';

import { deliverOne } from '#lib/server/notifications/deliver-one.ts';
import { notify } from '#lib/server/notifications/who-is-notified.ts';
import { CacheInvalidation } from '#lib/server/platform/cache/cache-invalidation.ts';
import { PageCache } from '#lib/server/platform/cache/page-cache.ts';
import {
  ClockGuard,
  type Clocks,
  createSteadyClock,
} from '#lib/server/platform/clock/clock-guard.ts';
import { readDatabaseClock } from '#lib/server/platform/clock/queries.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Migrations } from '#lib/server/platform/db/migrations/all.ts';
import { type Database, openMigratedDatabase } from '#lib/server/platform/db/open-database.ts';
import { openChannel, type SlowQuery } from '#lib/server/platform/db/open-postgres.ts';
import { openMailer } from '#lib/server/platform/email/mailer.ts';
import type { ServerState } from '#lib/server/platform/health/service.ts';
import { createLogger, currentRequestId } from '#lib/server/platform/log.ts';
import { createMetrics } from '#lib/server/platform/metrics/metrics.ts';
import { openPush, type PushNetwork } from '#lib/server/platform/push/push-sender.ts';
import { openRateLimits } from '#lib/server/platform/rate-limits/limit-counters.ts';
import { loadOrCreateSecret, Secrets } from '#lib/server/platform/secrets.ts';
import { openSms } from '#lib/server/platform/sms/sms-sender.ts';
import { watchFull } from '#lib/server/platform/storage/disk-space.ts';
import type { FileStore } from '#lib/server/platform/storage/file-store.ts';
import { openExportStore, openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { readOnlyStore } from '#lib/server/platform/storage/read-only-store.ts';

import { makeUpgradePoint } from './backup/restore-points.ts';
import { loadSite } from './site-settings/service.ts';
import { EVENTS, IDENTITY } from './wiring.ts';

/** The implementations that the platform calls through interfaces. */
const FLOORS = { identity: IDENTITY, events: EVENTS, deliverOne };

/** A server: its services, the guest page cache with its invalidation, and its state. */
export interface AppServer {
  services: Services;
  pageCache: PageCache;
  invalidation: CacheInvalidation;
  state: ServerState;
  close(): Promise<void>;
}

/** Replacements for parts of the server, in tests and commands. */
export interface Overrides {
  /** true for an operator's command, which may wait for the database */
  isCommand: boolean;
  /** the migrations of a later version */
  migrations: Migrations;
  clocks: Partial<Clocks>;
  /** the network that push messages go to */
  pushNetwork: PushNetwork;
  /** receives the log, one line of JSON at a time */
  logDestination: DestinationStream;
}

/** Opens the file store. A full bucket is the server's problem to report; a disk's free space is checked separately. */
async function openFiles(
  { storageUrl, dataDir, rehearsal }: Config,
  { problems }: ServerState,
  log: Logger,
): Promise<FileStore> {
  const files = await openStorage(storageUrl, dataDir);
  if (rehearsal) return readOnlyStore(files);
  if (!storageUrl) return files;
  return watchFull(files, (isFull) => {
    if (isFull && !problems.has('bucket')) log.error({ event: 'storage_full', store: 'bucket' });
    if (isFull) problems.set('bucket', 'storage_full');
    else problems.delete('bucket');
  });
}

const RELOAD_MS = 5000;

/** @returns a function that reads the site's settings again: one read at a time, and again after one that fails */
function siteLoader({ db }: Database, log: Logger, onLoad: () => void): () => void {
  let loading = Promise.resolve();
  const load = (): void => {
    loading = loading
      .then(() => loadSite(db))
      .then(onLoad, (error) => {
        log.error({ event: 'site_not_loaded', error });
        setTimeout(load, RELOAD_MS).unref();
      });
  };
  return load;
}

/** Creates the cache of guests' pages, and its invalidation on all servers. */
function openPageCache(
  database: Database,
  { databaseUrl }: Config,
  { steadyNow: now, metrics, log }: Pick<Services, 'steadyNow' | 'metrics' | 'log'>,
) {
  const channel = openChannel(database, databaseUrl, 'cache_versions', () => invalidation.wake());
  const pageCache = new PageCache({
    now,
    catchUp: () => invalidation.catchUp(),
    count: metrics.countPage,
  });
  const invalidation = new CacheInvalidation(channel, {
    now,
    invalidate: (tag) => {
      pageCache.invalidate(tag);
      if (tag === 'site') reloadSite();
    },
  });
  // The pages that are rendered until the settings are read show the old ones.
  const reloadSite = siteLoader(database, log, () => pageCache.invalidate('site'));
  return { pageCache, invalidation };
}

/** Opens the secrets for signing, and the keys for push messages. */
function openSecrets({ secret, dataDir }: Config, network: PushNetwork | undefined) {
  const secrets = new Secrets(secret ?? loadOrCreateSecret(dataDir));
  return { secrets, push: openPush(secrets, network) };
}

const openLimits = (
  { dataDir }: Config,
  database: Database,
  { countRateLimit }: Services['metrics'],
) => openRateLimits(database, join(dataDir, 'limits.sqlite'), countRateLimit);

/** Logs slow queries without their values. */
const logSlowQueries =
  (log: Logger) =>
  ({ sql: query, ms }: SlowQuery): void =>
    log.warn({ event: 'slow_query', query, ms: Math.round(ms), requestId: currentRequestId() });

/** The clocks of this machine and of the database, unless a test replaces them. */
const readClocks = ({ db, dialect }: Database, given: Partial<Clocks>): Clocks => ({
  now: Date.now,
  monotonic: () => performance.now(),
  databaseNow: dialect === 'postgres' ? () => readDatabaseClock(db) : null,
  ...given,
});

/** Opens the database; before a migration, a copy of it is made, but not of a copy. */
const openWithRestorePoint = (
  config: Config,
  log: Logger,
  now: Clocks['now'],
  { isCommand = false, migrations }: Partial<Overrides>,
): Promise<Database> =>
  openMigratedDatabase(config, {
    isCommand,
    migrations,
    onSlowQuery: logSlowQueries(log),
    beforeMigration: async () => {
      if (!config.rehearsal) await makeUpgradePoint(config, log, now());
    },
  });

/**
 * Opens everything that a server works with, and migrates the database.
 * @param overrides by default, none
 * @throws ConfigError
 */
export async function createAppServer(
  config: Config,
  overrides: Partial<Overrides> = {},
): Promise<AppServer> {
  const { clocks: given = {}, logDestination, pushNetwork } = overrides;
  const log = createLogger(logDestination);
  const { now = Date.now } = given;
  const database = await openWithRestorePoint(config, log, now, overrides);
  await loadSite(database.db);
  const clocks = readClocks(database, given);
  const steadyNow = createSteadyClock(now, clocks.monotonic);
  const metrics = createMetrics(database, config.databaseUrl, now);
  const cache = openPageCache(database, config, { steadyNow, metrics, log });
  const state: ServerState = { draining: false, problems: new Map(), isCopyMissing: false };
  const services: Services = {
    config,
    now,
    steadyNow,
    clock: new ClockGuard({ db: database.db, log, clocks, state }),
    limits: await openLimits(config, database, metrics),
    db: database.db,
    dialect: database.dialect,
    log,
    metrics,
    mailer: openMailer(config),
    sms: openSms(config.sms),
    files: await openFiles(config, state, log),
    exportFiles: openExportStore(config.storageUrl, config.dataDir),
    ...openSecrets(config, pushNetwork),
    publish: (changes) => cache.invalidation.publish(changes),
    notify: (tx, event, causedBy = null) => notify({ ...services, causedBy }, tx, event),
    ...FLOORS,
  };
  const close = async () => {
    await cache.invalidation.close();
    services.limits.close();
    await database.close();
  };
  return { services, ...cache, state, close };
}
