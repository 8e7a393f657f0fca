// The channels that reach a member besides the bell. Plans are pure: they read neither the clock nor the database.
import type {
  Channel as ChannelName,
  NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { MessageName } from '#lib/server/notifications/news/messages.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import type { SendDelivery } from '#lib/server/platform/deliveries/delivery-worker.ts';

import type { News } from './facts.ts';

/** The event to plan for. */
export interface Heard {
  kind: NotificationKind;
  /** null for texts by staff */
  message: MessageName | null;
  dedupeKey: string | null;
  /** the pickup's day, or the listing's last day: YYYY-MM-DD */
  day: string | null;
}

/** How a member can be reached, and wants to be. */
export interface Reach {
  /** choices for the kind that differ from the defaults */
  choices: Partial<Record<ChannelName, boolean>>;
  /** quiet hours of the region's day; none when both are the same */
  quiet: { from: number; until: number };
  /** whether the site sends SMS */
  hasSms: boolean;
  /** when the member last opened a link in an email, milliseconds since 1970 */
  emailPressedAt: number | null;
  /** false without an address, or when it rejects emails */
  takesEmail: boolean;
  /** the ids of their push devices */
  devices: string[];
  /** when the last email of alerts was sent, milliseconds since 1970 */
  alertsSentAt: number | null;
}

/** A delivery to queue for a member. */
export type Planned = Pick<
  DeliveryTable,
  'channel' | 'priority' | 'device_id' | 'dedupe_key' | 'run_at' | 'expires_at'
>;

/** A delivery to a member. */
export interface ToMember extends DeliveryTable {
  member_id: string;
}

/** A delivery to a member about a notification. */
export interface OfNotification extends ToMember {
  kind: NotificationKind;
  notification_id: string;
}

/** The news in a delivery: its notification; for alerts, also all other unread ones. */
export type Facts = [News, ...News[]];

/** A channel. `deliver-one.ts` gathers the facts, and sets the reader's language for the texts. */
export interface Channel<
  Words,
  Of extends { heard: unknown; reach: unknown; row: DeliveryTable; facts: unknown } = {
    heard: Heard;
    reach: Reach;
    row: OfNotification;
    facts: Facts;
  },
> {
  /** @param now milliseconds since 1970 @returns the deliveries to a member, with their times */
  plan(heard: Of['heard'], reach: Of['reach'], now: number): Planned[];
  /** @returns null when there is nothing left to report */
  words(services: Services, row: Of['row'], facts: Of['facts']): Promise<Words | null>;
  /** @throws see `SendDelivery` */
  send(services: Services, row: Of['row'], words: Words): ReturnType<SendDelivery>;
}
