// What a queued delivery becomes when it is sent: of the facts as they are then. What was read, replaced or deleted before is
// not sent.
import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import { exchangePath, pickupPath, NOTIFICATION_SETTINGS_PATH } from '#lib/contract/paths.ts';
import { toCalendar } from '#lib/server/exchange/pickups/to-calendar.ts';
import type { Services } from '#lib/server/platform/context.ts';
import {
  DeliveryRejectedError,
  type SendDelivery,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import { composeMessage } from '#lib/server/platform/email/mailer.ts';
import type { Email } from '#lib/server/platform/email/templates.ts';
import { site } from '#lib/site.ts';

import * as compose from './compose-queries.ts';
import {
  detailsOf,
  findPickup,
  isOfNotification,
  type OfNotification,
  pathOf,
} from './delivery-facts.ts';
import {
  CALENDAR_METHODS,
  type EmailFacts,
  isStillSo,
  KIND_IN_WORDS,
  type PickupFacts,
  writeEmail,
} from './emails.ts';
import { isMessage } from './messages.ts';
import { findNotification } from './queries.ts';
import { changeSettings, listSettings } from './reach-queries.ts';
import { sendPush } from './send-push.ts';
import { nameOf, wordsOf } from './service.ts';
import { stopPath } from './stop-emails.ts';

/** Offers like what the recipient wants to take, or needs like what they want to give, near where it is. */
const searchLike = ({ material, town, isGiving }: PickupFacts) => ({
  kind: isGiving ? 'need' : 'offer',
  material,
  town,
});

/** The event of a pickup for the recipient's calendar, with the town alone: an email may be read by others. */
function calendarOf(
  { config }: Services,
  message: string | null,
  pickup: PickupFacts | null,
): Pick<Email, 'calendar'> {
  const method = message !== null && isMessage(message) && CALENDAR_METHODS[message];
  if (!pickup || !method) return {};
  const event = {
    ...pickup,
    pickup_id: pickup.id,
    role: pickup.isGiving ? ('giving' as const) : ('taking' as const),
    place: null,
    updated_at: new Date(pickup.updated_at).toISOString(),
  };
  const url = `${config.publicUrl}${pickupPath(pickup.id)}`;
  const organizer = site.contactEmail;
  return { calendar: { method, content: toCalendar(event, url, { method, organizer }) } };
}

/** The email of a notification to a member who has an address and has not read it. @returns null when there is none to send */
async function composeEmail(services: Services, row: OfNotification): Promise<Email | null> {
  const { db, config, secrets } = services;
  const { member_id, kind } = row;
  const member = await compose.findRecipient(db, member_id);
  const notification = await findNotification(db, member_id, row.notification_id);
  if (!member || !notification || notification.read_at !== null) return null;
  const pickup = await findPickup(services, notification, member_id);
  const { message } = notification;
  if (message !== null && isMessage(message) && pickup && !isStillSo(message, pickup)) return null;
  const facts: EmailFacts = {
    ...wordsOf(notification),
    actor: nameOf(notification),
    subject: notification.post_title ?? detailsOf(notification).subject ?? '',
    pickup,
    searchUrl: `${config.publicUrl}${exchangePath(pickup ? searchLike(pickup) : {})}`,
  };
  const { subject, paragraphs, label } = writeEmail(message, kind, facts);
  const others =
    kind === 'alert' ? await listOtherAlerts(services, row, notification.created_at) : [];
  return {
    to: { name: `${member.first_name} ${member.last_name}`, address: member.email },
    subject,
    paragraphs: [`Hello ${member.first_name},`, ...paragraphs, ...others],
    ...calendarOf(services, message, pickup),
    button: { label, url: `${config.publicUrl}${pathOf(notification, pickup)}` },
    stop: {
      kind: KIND_IN_WORDS[kind] ?? 'this',
      url: `${config.publicUrl}${stopPath(secrets, { memberId: member_id, kind })}`,
      settingsUrl: `${config.publicUrl}${NOTIFICATION_SETTINGS_PATH}`,
    },
  };
}

const HOUR_MS = 3_600_000;

/** @returns a line for each further alert that was not read since the last email */
async function listOtherAlerts(
  { db, config }: Services,
  { member_id, notification_id }: OfNotification,
  createdAt: number,
): Promise<string[]> {
  const [settings] = await listSettings(db, [member_id]);
  const since = settings?.alerts_sent_at ?? createdAt - HOUR_MS;
  const rows = await compose.listUnreadAlerts(db, member_id, { besideId: notification_id, since });
  return rows.map((row) => {
    const { title, content } = wordsOf(row);
    return `${title}: “${content}” ${config.publicUrl}${pathOf(row, null)}`;
  });
}

/** Notes that an address takes no email, so that no more go there until its member says so. */
const stopAddress = ({ db }: Services, memberId: string, address: string) =>
  changeSettings(db, memberId, { rejected_email: address });

const sendEmail: SendDelivery = async (services, row) => {
  const { config, mailer, secrets, db, now } = services;
  const email = isOfNotification(row)
    ? await composeEmail(services, row)
    : (JSON.parse(secrets.decrypt('email', row.encrypted_payload ?? '')) as Email | null);
  if (!email) return 'outdated';
  const { hostname } = new URL(config.publicUrl);
  try {
    await mailer.send(composeMessage(email, row, hostname));
  } catch (error) {
    if (error instanceof DeliveryRejectedError && row.member_id)
      await stopAddress(services, row.member_id, email.to.address);
    throw error;
  }
  if (row.kind === 'alert' && row.member_id)
    await changeSettings(db, row.member_id, { alerts_sent_at: now() });
  return 'sent';
};

/** No gateway takes it yet. */
const sendNothing: SendDelivery = () => Promise.resolve('outdated');

/** How a delivery is sent, by channel. */
export const SENDERS: Record<Channel, SendDelivery> = {
  email: sendEmail,
  push: sendPush,
  sms: sendNothing,
};
