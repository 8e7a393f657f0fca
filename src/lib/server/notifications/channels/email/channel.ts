import { NOTIFICATIONS_PATH } from '#lib/contract/paths.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import type { Channel } from '#lib/server/notifications/channels/channel.ts';
import { findRecipient } from '#lib/server/notifications/channels/facts-queries.ts';
import { type News, pathOf } from '#lib/server/notifications/channels/facts.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { dueTime, isWanted, toPlanned } from '#lib/server/notifications/channels/timing.ts';
import { nameOf, wordsOf } from '#lib/server/notifications/inbox/words.ts';
import { asInBell } from '#lib/server/notifications/news/emails.ts';
import { messageOf } from '#lib/server/notifications/news/messages.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { type Email, toRecipient } from '#lib/server/platform/email/email.ts';

import { calendarOf } from './calendar.ts';
import { toEmailLink } from './email-links.ts';
import { sendToMember } from './send-email.ts';
import { stopLinks } from './stop-emails.ts';

const MINUTE_MS = 60_000;
/** Messages about a pickup within this time are one email. */
const MESSAGES_MS = 15 * MINUTE_MS;
/** The key of the email that collects alerts: one an hour. */
export const ALERTS_KEY = 'alerts';
export const ALERTS_MS = 60 * MINUTE_MS;

/** Texts by staff. */
const asWritten = asInBell(() => t('mail.open'));

/** @returns the texts of an email, and the targets of its buttons. For a steward, the subject names their person */
function writeEmail({ config }: Services, news: News) {
  const { notification, message, details, pickup, listing } = news;
  const write = message?.email ?? asWritten;
  const { subject, paragraphs, label, path, other } = write({
    ...wordsOf(notification),
    actor: nameOf(notification),
    subject: notification.post_title ?? details.subject ?? '',
    details,
    pickup,
    listing,
  });
  const { person } = notification;
  return {
    subject: person ? t('notification.for_person', { person, subject }) : subject,
    paragraphs,
    button: { label, url: toEmailLink(config, path ?? pathOf(notification, pickup)) },
    ...(other && {
      otherButton: { label: other.label, url: toEmailLink(config, other.path) },
    }),
  };
}

/** Several alerts in one email, each with the title of its listing. */
const listAlerts = ({ config }: Services, alerts: News[]) => ({
  paragraphs: [],
  sections: [
    {
      heading: t('mail.alerts'),
      items: alerts.map(({ notification }) => {
        const { title, content } = wordsOf(notification);
        const text = notification.post_title === null ? title : `${title}: “${content}”`;
        return { text, url: toEmailLink(config, pathOf(notification, null)) };
      }),
      more: 0,
    },
  ],
  button: { label: t('mail.see_all'), url: toEmailLink(config, NOTIFICATIONS_PATH) },
});

/** Emails about notifications, to members with an address. */
export const EMAIL: Channel<Email> = {
  plan(heard, reach, now) {
    const isSent = messageOf(heard.message)?.email !== null && reach.takesEmail;
    if (!isSent || !isWanted(heard, reach, 'email')) return [];
    const isAlert = heard.kind === 'alert';
    const time = heard.kind === 'message' ? now + MESSAGES_MS : now;
    const from = isAlert ? Math.max(time, (reach.alertsSentAt ?? 0) + ALERTS_MS) : time;
    const due = dueTime(heard, reach, from, now);
    const planned = toPlanned('email', heard, { due, time: from, now });
    return [isAlert ? { ...planned, dedupe_key: ALERTS_KEY } : planned];
  },

  async words(services, { member_id, kind }, [news, ...others]) {
    const member = await findRecipient(services.db, member_id);
    const to = member && toRecipient(member);
    if (!to) return null;
    const email = {
      language: currentLanguage(),
      to,
      ...writeEmail(services, news),
      ...(others.length > 0 && listAlerts(services, [news, ...others])),
      ...(await calendarOf(services, news)),
      stop: stopLinks(services, { memberId: member_id, kind }),
    };
    return {
      ...email,
      paragraphs: [t('email.hello', { name: member.first_name }), ...email.paragraphs],
    };
  },

  send: (services, row, email) =>
    sendToMember(services, row, email, async () => {
      if (row.kind === 'alert')
        await changeSettings(services.db, row.member_id, { alerts_sent_at: services.now() });
    }),
};
