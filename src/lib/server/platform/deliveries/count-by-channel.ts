import { type Channel, CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { countDeliveries } from './queries.ts';

/** Whether a site has a channel. */
const HAS_CHANNEL: Record<Channel, (config: Config) => boolean> = {
  email: () => true,
  push: () => true,
  sms: ({ sms }) => sms !== null,
};

const NONE = {
  due: 0,
  oldest_due: null,
  deferred: 0,
  retried: 0,
  failed: 0,
  rejected: 0,
  expired: 0,
};

export type ChannelCounts = Awaited<ReturnType<typeof countByChannel>>[number];

/**
 * Counts what waits and what failed by each channel which the site has, or of which something is there.
 * @param now milliseconds since 1970
 */
export async function countByChannel(db: Executor, config: Config, now: number) {
  const counts = await countDeliveries(db, now);
  const of = new Map(counts.map((each) => [each.channel, each]));
  return CHANNELS.filter((channel) => of.has(channel) || HAS_CHANNEL[channel](config)).map(
    (channel) => Object.assign({}, NONE, of.get(channel), { channel }),
  );
}
