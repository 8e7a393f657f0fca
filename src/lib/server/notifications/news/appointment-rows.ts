// Turns rows of news about appointments into messages. A row serves both subjects where both have it; stored names
// are prefixed with the subject.
import { halfText } from '#lib/contract/exchange/machine-texts.ts';
import { t } from '#lib/messages/t.ts';
import type {
  AppointmentNews,
  BookingNews,
  PickupNews,
} from '#lib/server/platform/notification-events.ts';

import { subjectWithPerson, withPersonConcerned } from './bell.ts';
import { asInBell, toPickupValues, type WritePickupEmail } from './emails.ts';
import {
  type BellText,
  type BellValues,
  type Message,
  type Rules,
  writeText,
  type WriteEmail,
} from './message.ts';

/** The texts for a pickup: an amount. */
type OfAmount = [title: BellText, email: WritePickupEmail, sms: Message['sms']];
/** The texts for a half day. */
type OfHalfDay = [title: BellText, email: WriteEmail, sms: Message['sms']];

type Subjects<N> = (N extends PickupNews ? { amount: OfAmount } : object) &
  (N extends BookingNews ? { halfDay: OfHalfDay } : object);

interface Row extends Omit<Rules, 'repeated' | 'isStillSo' | 'path'> {
  kind?: 'message';
  push?: false;
  /** whether the reader has to reply */
  digest?: 'requests';
  /** `amount`: only for pickups */
  repeated?: true | 'amount';
  /** the status in which it is still news */
  while?: 'requested' | 'agreed';
}

/** Rows of some news. */
export type Rows<N extends AppointmentNews> = { [K in N]: Row & Subjects<K> };

const whenOf = (values: BellValues): string =>
  withPersonConcerned(
    values,
    [values.day, halfText(values.details.half ?? ''), values.town].join(', '),
  );

const thingOf = ({ material, day }: BellValues): string => `${material}, ${day}`;

/** When a steward acted on the reader's behalf, the title says so: there is nothing to reply. */
const toTitle = (title: BellText, { digest }: Row): Message['title'] => {
  if (digest !== 'requests') return title;
  return (values) =>
    values.details.inPlace ? t('notification.requested_for_you', values) : writeText(title, values);
};

const open = asInBell(() => t('mail.open'));

/** For a deleted pickup, the email has the texts of the bell. */
const toEmail =
  (write: WritePickupEmail, { digest }: Row): WriteEmail =>
  (facts) => {
    const { pickup, details, content } = facts;
    const { person, inPlace } = details;
    if (!pickup || (inPlace && digest === 'requests')) return open(facts);
    const words = write(toPickupValues(facts, pickup));
    if (person === undefined && !inPlace) return words;
    // Names the person concerned.
    return { ...words, paragraphs: [content, ...words.paragraphs] };
  };

function common(row: Row): Omit<Message, 'title' | 'content' | 'email' | 'sms' | 'repeated'> {
  const { kind = 'pickup', push = true, digest = null, while: status, ...rules } = row;
  const isStillSo: Message['isStillSo'] = ({ appointment }) =>
    status === undefined || appointment === null || appointment.status === status;
  return { ...rules, kind, type: 'forum', push, digest, isStillSo };
}

const ofAmount = ([title, email, sms]: OfAmount, row: Row): Message => ({
  ...common(row),
  subject: 'amount',
  repeated: row.repeated !== undefined,
  title: toTitle(title, row),
  content: row.outlives ? thingOf : subjectWithPerson,
  email: toEmail(email, row),
  sms,
});

const ofHalfDay = ([title, email, sms]: OfHalfDay, row: Row): Message => ({
  ...common(row),
  subject: 'half_day',
  repeated: row.repeated === true,
  title: toTitle(title, row),
  content: whenOf,
  email,
  sms,
});

export type StoredNews = `pickup_${PickupNews}` | `booking_${BookingNews}`;

/** @returns the messages of all rows, by their stored names */
export function toMessages(rows: Rows<AppointmentNews>): Record<StoredNews, Message> {
  const all = Object.entries<Row & { amount?: OfAmount; halfDay?: OfHalfDay }>(rows);
  return Object.fromEntries([
    ...all.flatMap(([news, row]) =>
      row.amount ? [[`pickup_${news}`, ofAmount(row.amount, row)]] : [],
    ),
    ...all.flatMap(([news, row]) =>
      row.halfDay ? [[`booking_${news}`, ofHalfDay(row.halfDay, row)]] : [],
    ),
  ]) as Record<StoredNews, Message>;
}
