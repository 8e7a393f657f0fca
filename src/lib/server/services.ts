import { join } from 'node:path';

import type { DestinationStream } from 'pino';

import { Changes } from '#lib/server/domain/changes.ts';
import type { Services } from '#lib/server/domain/context.ts';
import { KeptAnswers } from '#lib/server/pipeline/kept-answers.ts';
import { PageCache } from '#lib/server/pipeline/page-cache.ts';
import { openStorage } from '#lib/server/storage/open.ts';

import type { Config } from './config.ts';
import { openData } from './data.ts';
import { Kept } from './kept.ts';
import { openLimits } from './limits.ts';
import { openLog } from './log.ts';
import { openMailer } from './mail.ts';
import { keptSecret, Secrets } from './secrets.ts';

/** An open server: its services, the guests' kept pages and what makes them old, and whether it is closing. */
export interface Server {
  services: Services;
  pageCache: PageCache;
  answers: KeptAnswers;
  changes: Changes;
  state: { draining: boolean };
  close(): Promise<void>;
}

/** What a test puts in the place of the machine's own. */
export interface Surroundings {
  /** the clock, milliseconds since 1970 */
  now: () => number;
  /** takes the log, a line of JSON at a time */
  logTo: DestinationStream;
}

/**
 * Opens everything a server works with, and brings the database to its present shape.
 * @param config the settings
 * @param surroundings by default the machine's clock and standard output
 * @throws ConfigError
 */
export async function openServer(
  config: Config,
  { now = Date.now, logTo }: Partial<Surroundings> = {},
): Promise<Server> {
  const database = await openData(config);
  const pageCache = new PageCache(now);
  const version = () => database.version();
  const answers = new KeptAnswers(version, now, config.publicUrl.startsWith('https:'));
  const log = openLog(logTo);
  const changes = new Changes(
    database.db,
    (tag) => pageCache.forget(tag),
    (error) => log.error({ event: 'changes_failed', error }),
  );
  const limits = await openLimits(database, join(config.dataDir, 'limits.sqlite'));
  const services: Services = {
    config,
    now,
    limits,
    db: database.db,
    dialect: database.dialect,
    log,
    mailer: openMailer(config),
    files: openStorage(config.storageUrl, config.dataDir),
    secrets: new Secrets(config.secret ?? keptSecret(config.dataDir)),
    newestPosts: new Kept(version),
    changed: (tag) => changes.announce(tag),
  };
  const close = async () => {
    await changes.tell();
    limits.close();
    await database.close();
  };
  return { services, pageCache, answers, changes, state: { draining: false }, close };
}
