import { join } from 'node:path';

import type { DestinationStream } from 'pino';

import { CacheInvalidation } from './cache/cache-invalidation.ts';
import { PageCache } from './cache/page-cache.ts';
import type { Config } from './config.ts';
import type { Services } from './context.ts';
import { openMigratedDatabase } from './db/open-migrated-database.ts';
import { openMailer } from './email/open-mailer.ts';
import { createLogger } from './log.ts';
import { openRateLimits } from './rate-limits/rate-limits.ts';
import { loadOrCreateSecret, Secrets } from './secrets.ts';
import { openStorage } from './storage/open-storage.ts';

/** A server: its services, the guest page cache and its invalidation, and whether it is draining. */
export interface AppServer {
  services: Services;
  pageCache: PageCache;
  invalidation: CacheInvalidation;
  state: { draining: boolean };
  close(): Promise<void>;
}

/** What a test puts in the place of the machine's own. */
export interface Overrides {
  /** the clock, milliseconds since 1970 */
  now: () => number;
  /** takes the log, a line of JSON at a time */
  logDestination: DestinationStream;
}

/**
 * Opens everything a server works with, and brings the database to its present shape.
 * @param config the settings
 * @param surroundings by default the machine's clock and standard output
 * @throws ConfigError
 */
export async function createAppServer(
  config: Config,
  { now = Date.now, logDestination }: Partial<Overrides> = {},
): Promise<AppServer> {
  const database = await openMigratedDatabase(config);
  const pageCache = new PageCache(now);
  const log = createLogger(logDestination);
  const invalidation = new CacheInvalidation(
    database.db,
    (tag) => pageCache.invalidate(tag),
    (error) => log.error({ event: 'invalidation_failed', error }),
  );
  const limits = await openRateLimits(database, join(config.dataDir, 'limits.sqlite'));
  const services: Services = {
    config,
    now,
    limits,
    db: database.db,
    dialect: database.dialect,
    log,
    mailer: openMailer(config),
    files: await openStorage(config.storageUrl, config.dataDir),
    secrets: new Secrets(config.secret ?? loadOrCreateSecret(config.dataDir)),
    invalidate: (tag) => invalidation.publish(tag),
  };
  const close = async () => {
    await invalidation.flush();
    limits.close();
    await database.close();
  };
  return { services, pageCache, invalidation, state: { draining: false }, close };
}
