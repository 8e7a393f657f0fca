// How something reaches a member beside the bell. The plan is pure: it reads no clock and no database.
import type {
  Channel as ChannelName,
  NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { MessageName } from '#lib/server/notifications/news/messages.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import type { SendDelivery } from '#lib/server/platform/deliveries/delivery-worker.ts';

import type { News } from './facts.ts';

/** What happened. */
export interface Heard {
  kind: NotificationKind;
  /** null for words of staff */
  message: MessageName | null;
  dedupeKey: string | null;
  /** of the pickup, or the listing's last: YYYY-MM-DD */
  day: string | null;
}

/** How a member may be reached, and wants to be. */
export interface Reach {
  /** what differs from the default, for the kind */
  choices: Partial<Record<ChannelName, boolean>>;
  /** hours of the region's day; both the same: there are none */
  quiet: { from: number; until: number };
  /** whether the site sends SMS */
  hasSms: boolean;
  /** when they last opened a link of an email, milliseconds since 1970 */
  emailPressedAt: number | null;
  /** false where they have no address, or it takes no email */
  takesEmail: boolean;
  /** the ids of their devices that take pushes */
  devices: string[];
  /** when an email of alerts was last sent, milliseconds since 1970 */
  alertsSentAt: number | null;
}

/** What is queued for a member. */
export type Planned = Pick<
  DeliveryTable,
  'channel' | 'priority' | 'device_id' | 'dedupe_key' | 'run_at' | 'expires_at'
>;

/** A delivery to a member. */
export interface ToMember extends DeliveryTable {
  member_id: string;
}

/** A delivery to a member, about a notification. */
export interface OfNotification extends ToMember {
  kind: NotificationKind;
  notification_id: string;
}

/** What a delivery tells of: its notification, and of alerts all others that are unread. */
export type Facts = [News, ...News[]];

/** A way to reach a member. `deliver-one.ts` finds the facts, and sets the language of the reader for the words. */
export interface Channel<
  Words,
  Of extends { heard: unknown; reach: unknown; row: DeliveryTable; facts: unknown } = {
    heard: Heard;
    reach: Reach;
    row: OfNotification;
    facts: Facts;
  },
> {
  /** @param now milliseconds since 1970 @returns what goes out to a member, and when */
  plan(heard: Of['heard'], reach: Of['reach'], now: number): Planned[];
  /** @returns null when there is nothing to say any more */
  words(services: Services, row: Of['row'], facts: Of['facts']): Promise<Words | null>;
  /** @throws as `SendDelivery` */
  send(services: Services, row: Of['row'], words: Words): ReturnType<SendDelivery>;
}
