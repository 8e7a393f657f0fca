import { CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import { readDatabaseSize } from '#lib/server/platform/db/database-size.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { countDeliveries } from '#lib/server/platform/deliveries/queries.ts';

import { GaugeFamily } from './family.ts';
import type { Registry } from './registry.ts';

const OPTIONS = {
  connections: {
    name: 'glean_database_pool_connections',
    help: 'open connections to PostgreSQL',
    labels: ['state'],
  },
  limit: {
    name: 'glean_database_pool_limit',
    help: 'how many connections to PostgreSQL may be open',
  },
  waiting: {
    name: 'glean_database_pool_waiting',
    help: 'queries that wait for a connection to PostgreSQL',
  },
  size: {
    name: 'glean_database_size_bytes',
    help: 'size of the database; with SQLite, its log too',
  },
  deliveries: {
    name: 'glean_deliveries_queued',
    help: 'what is to be sent by a channel: `due`; `deferred` while it is sent or waits for its next attempt or its time; `failed` in the last week',
    labels: ['channel', 'state'],
  },
} as const;

const STATES = ['due', 'deferred', 'failed'] as const;

/** Adds the metrics of the connection pool. SQLite has none: its families have no values. */
function addPoolMetrics(registry: Registry, pool: Database['pool']): void {
  registry.add(
    new GaugeFamily(OPTIONS.connections, () => {
      if (!pool) return [];
      const { totalCount, idleCount } = pool;
      return [
        [{ state: 'idle' }, idleCount],
        [{ state: 'used' }, totalCount - idleCount],
      ];
    }),
  );
  registry.add(new GaugeFamily(OPTIONS.limit, () => (pool ? [[{}, pool.options.max ?? 0]] : [])));
  registry.add(new GaugeFamily(OPTIONS.waiting, () => (pool ? [[{}, pool.waitingCount]] : [])));
}

/**
 * Adds the metrics of the database, and of the queue of deliveries in it.
 * @param url of the database, or the path of the SQLite file
 * @param now the clock, milliseconds since 1970
 */
export function addDatabaseMetrics(
  registry: Registry,
  database: Database,
  url: string,
  now: () => number,
): void {
  addPoolMetrics(registry, database.pool);
  registry.add(
    new GaugeFamily(OPTIONS.size, async () => [[{}, await readDatabaseSize(database, url)]]),
  );
  registry.add(
    new GaugeFamily(OPTIONS.deliveries, async () => {
      const counts = await countDeliveries(database.db, now());
      const of = new Map(counts.map((each) => [each.channel, each]));
      return CHANNELS.flatMap((channel) =>
        STATES.map((state) => [{ channel, state }, of.get(channel)?.[state] ?? 0] as const),
      );
    }),
  );
}
