// What a queued delivery becomes when it is sent: of the facts as they are then. What was read, replaced or deleted before is
// not sent.
import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import { NOTIFICATIONS_PATH, pickupPath } from '#lib/contract/paths.ts';
import { runInLanguage, t } from '#lib/messages/t.ts';
import { listAgreedOf } from '#lib/server/exchange/appointments/standing-queries.ts';
import { toCalendar, toCalendarAppointment } from '#lib/server/exchange/calendars/to-calendar.ts';
import { composeDigest, noteDigest } from '#lib/server/notifications/digest/compose-digest.ts';
import { asInBell } from '#lib/server/notifications/news/emails.ts';
import type { Details, EmailFacts } from '#lib/server/notifications/news/message.ts';
import { messageOf } from '#lib/server/notifications/news/messages.ts';
import { findNotification, type NotificationRow } from '#lib/server/notifications/queries.ts';
import { nameOf, wordsOf } from '#lib/server/notifications/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import {
  DeliveryRetryError,
  type SendDelivery,
} from '#lib/server/platform/deliveries/delivery-worker.ts';
import { AddressRejectedError, composeMessage } from '#lib/server/platform/email/mailer.ts';
import { type Email, toRecipient } from '#lib/server/platform/email/templates.ts';
import { readerLanguage } from '#lib/server/platform/member-language.ts';
import { site } from '#lib/site.ts';

import * as compose from './compose-queries.ts';
import {
  detailsOf,
  findSubject,
  isOfNotification,
  isOutdated,
  type OfNotification,
  pathOf,
  type SubjectPickup,
} from './delivery-facts.ts';
import { toEmailLink } from './email-links.ts';
import { changeSettings, listSettings } from './reach-queries.ts';
import { sendPush } from './send-push.ts';
import { sendSms } from './sms/send-sms.ts';
import { stopLinks } from './stop-emails.ts';
import { noteBounce } from './stopped-addresses.ts';
import { forgetBounces } from './stopped-queries.ts';

/** @returns the ids of the pickups that an email is about */
async function listIdsOf(
  { db }: Services,
  { id, standing_id }: SubjectPickup,
  { every, more = [] }: Details,
): Promise<string[]> {
  return every && standing_id !== null ? listAgreedOf(db, standing_id) : [id, ...more];
}

/** The events of appointments for the recipient's calendar. */
async function calendarOf(
  services: Services,
  message: string | null,
  pickup: SubjectPickup | null,
  details: Details,
): Promise<Pick<Email, 'calendar'>> {
  const method = messageOf(message)?.calendar;
  const { booking } = details;
  const single = booking === undefined ? [] : [booking];
  const ids = pickup ? await listIdsOf(services, pickup, details) : single;
  if (!method) return {};
  const all = ids.length > 0 ? await compose.listPickups(services.db, ids) : [];
  // What was stopped may leave it as it is.
  const status = method === 'PUBLISH' ? 'agreed' : 'called_off';
  const events = all
    .filter((each) => each.status === status)
    .map((each) => toCalendarAppointment(each, pickup?.isGiving ?? false));
  if (events.length === 0) return {};
  const urlOf = (id: string) => `${services.config.publicUrl}${pickupPath(id)}`;
  // RFC 5546, 3.2.5: all events of a CANCEL have the same UID.
  const parts = method === 'CANCEL' ? events.map((event) => [event]) : [events];
  const organizer = site.contactEmail;
  const files = parts.map((part) => toCalendar(part, urlOf, { method, organizer }));
  return { calendar: { method, files } };
}

type EmailBody = Pick<Email, 'paragraphs' | 'sections' | 'button'>;

/** An alert as one of several: with the title of what it found. */
function alertText(row: NotificationRow): string {
  const { title, content } = wordsOf(row);
  return row.post_title === null ? title : `${title}: “${content}”`;
}

/** Several alerts in one email. */
const listAlerts = (
  { config }: Services,
  alerts: { notification: NotificationRow }[],
): EmailBody => ({
  paragraphs: [],
  sections: [
    {
      heading: t('mail.alerts'),
      items: alerts.map(({ notification }) => ({
        text: alertText(notification),
        url: toEmailLink(config, pathOf(notification, null)),
      })),
      more: 0,
    },
  ],
  button: { label: t('mail.see_all'), url: toEmailLink(config, NOTIFICATIONS_PATH) },
});

const HOUR_MS = 3_600_000;

/** Alerts that were not read since the last email, beside one. */
async function listOtherAlerts(
  { db }: Services,
  { member_id, notification_id, created_at }: OfNotification,
): Promise<NotificationRow[]> {
  const [settings] = await listSettings(db, [member_id]);
  const since = settings?.alerts_sent_at ?? created_at - HOUR_MS;
  return compose.listUnreadAlerts(db, member_id, { besideId: notification_id, since });
}

/** @returns what a delivery tells of: its notification, and of alerts all others, also where that one was read or deleted */
async function listNews(services: Services, row: OfNotification) {
  const own = await findNotification(services.db, row.member_id, row.notification_id);
  const others = row.kind === 'alert' ? await listOtherAlerts(services, row) : [];
  const news = await Promise.all(
    [...(own ? [own] : []), ...others].map(async (notification) => ({
      notification,
      about: await findSubject(services, notification, row.member_id),
    })),
  );
  return news.filter(({ notification, about }) => !isOutdated(notification, about));
}

/** Of words of staff. */
const asWritten = asInBell(() => t('mail.open'));

/** The email of a notification to a member who has an address and has not read it. @returns null when there is none to send */
async function composeEmail(services: Services, row: OfNotification): Promise<Email | null> {
  const { db, config } = services;
  const { member_id, kind } = row;
  const member = await compose.findRecipient(db, member_id);
  const to = member && toRecipient(member);
  const [news, ...others] = await listNews(services, row);
  if (!to || !news) return null;
  const { notification, about } = news;
  const { message } = notification;
  const { pickup, listing } = about;
  const details = detailsOf(notification);
  const facts: EmailFacts = {
    ...wordsOf(notification),
    actor: nameOf(notification),
    subject: notification.post_title ?? details.subject ?? '',
    details,
    pickup,
    listing,
  };
  const write = messageOf(message)?.email ?? asWritten;
  const { subject, paragraphs, label, path, other } = write(facts);
  const { person } = notification;
  const url = toEmailLink(config, path ?? pathOf(notification, pickup));
  const body: EmailBody =
    others.length === 0
      ? { paragraphs, button: { label, url } }
      : listAlerts(services, [news, ...others]);
  return {
    to,
    // To a steward, it says for whom.
    subject: person ? t('notification.for_person', { person, subject }) : subject,
    ...body,
    paragraphs: [t('email.hello', { name: member.first_name }), ...body.paragraphs],
    ...(await calendarOf(services, message, pickup, details)),
    ...(other && {
      otherButton: { label: other.label, url: toEmailLink(config, other.path) },
    }),
    stop: stopLinks(services, { memberId: member_id, kind }),
  };
}

/** @returns null when there is nothing to send any more */
async function findEmail(services: Services, row: DeliveryTable): Promise<Email | null> {
  if (isOfNotification(row)) return composeEmail(services, row);
  if (row.kind === 'digest')
    return row.member_id === null ? null : composeDigest(services, row.member_id);
  return JSON.parse(services.secrets.decrypt('email', row.encrypted_payload ?? '')) as Email | null;
}

/** What goes to a member is in their language; what goes to an address was written in its own before. */
async function toEmail(services: Services, row: DeliveryTable): Promise<Email | null> {
  const language = await readerLanguage(services.db, row.member_id);
  const email = await runInLanguage(language, () => findEmail(services, row));
  return email && { language, ...email };
}

/** Notes what later emails depend on. */
async function noteSent(services: Services, { kind, member_id }: DeliveryTable): Promise<void> {
  if (member_id === null) return;
  const { db, now } = services;
  await forgetBounces(db, member_id);
  if (kind === 'alert') await changeSettings(db, member_id, { alerts_sent_at: now() });
  if (kind === 'digest') await noteDigest(services, member_id);
}

const sendEmail: SendDelivery = async (services, row) => {
  const { config, mailer } = services;
  const email = await toEmail(services, row);
  if (!email) return 'outdated';
  const { hostname } = new URL(config.publicUrl);
  try {
    await mailer.send(composeMessage(email, row, hostname));
  } catch (error) {
    const isGivenUp =
      !(error instanceof AddressRejectedError && row.member_id) ||
      (await noteBounce(services, row.member_id, email.to.address));
    if (isGivenUp) throw error;
    throw new DeliveryRetryError('Many addresses reject emails.', null, { cause: error });
  }
  return { note: () => noteSent(services, row) };
};

/** How a delivery is sent, by channel. */
export const SENDERS: Record<Channel, SendDelivery> = {
  email: sendEmail,
  push: sendPush,
  sms: sendSms,
};
