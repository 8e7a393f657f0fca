// The texts of emails about events. They contain titles and members' names, but no other text by members: no message,
// phone number or exact place.
import { amountText, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { comingPath, exchangePath } from '#lib/contract/paths.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';

import { countOf, everyOf, materialOf } from './bell.ts';
import {
  type EmailFacts,
  type EmailWords,
  type PickupFacts,
  writeText,
  type Text,
  type WriteEmail,
} from './message.ts';

const fullDayFormat = formatOf(
  'en-GB',
  (locales) =>
    new Intl.DateTimeFormat(locales, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }),
);
const weekdayFormat = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { weekday: 'long', timeZone: 'UTC' }),
);
const countFormat = formatOf('en-PH', (locales) => new Intl.NumberFormat(locales));

/** @param day YYYY-MM-DD @returns `Saturday, 28 November` */
export const formatFullDay = (day: string): string => fullDayFormat().format(new Date(day));

/** Uses the texts of the bell. @param label of the button that opens the subject */
export const asInBell =
  (label: () => string): WriteEmail =>
  ({ title, content }) => ({ subject: title, paragraphs: [content], label: label() });

/** Asks whether the reader still comes, with a link for each reply. @param what is tomorrow */
const stillComing = (id: string, subject: string, what: string): EmailWords => ({
  subject,
  paragraphs: [what, t('mail.tomorrow_text')],
  label: t('mail.tomorrow_yes'),
  path: comingPath(id, 'yes'),
  other: { label: t('mail.tomorrow_no'), path: comingPath(id, 'no') },
});

/** An email about a half day, with the texts of the bell. */
export const halfDayEmail = asInBell(() => t('mail.open_pickup'));

/** Asks whether the reader still comes to a half day. */
export const halfDayTomorrow: WriteEmail = ({ title, content, details }) =>
  stillComing(details.booking ?? '', title, content);

/** The values that fill the placeholders in emails about a pickup. */
interface PickupValues {
  actor: string;
  /** the title of the post */
  title: string;
  /** the title of the message in the bell */
  bell: string;
  material: string;
  day: string;
  weekday: string;
  count: number;
  pickup: PickupFacts;
}

type PickupText = Text<PickupValues, 'mail'>;
export type WritePickupEmail = (values: PickupValues) => EmailWords;

/** @returns the values for an email about a pickup */
export function toPickupValues(facts: EmailFacts, pickup: PickupFacts): PickupValues {
  const every = everyOf(pickup);
  return {
    actor: facts.actor,
    title: facts.subject,
    bell: facts.title,
    material: materialOf(pickup),
    day: every ?? formatFullDay(pickup.day),
    weekday: every ?? weekdayFormat().format(new Date(pickup.day)),
    count: countOf(facts.details),
    pickup,
  };
}

/** @returns `30 of your 120 bundles`, `30 bundles`, `all of your rice straw` */
function amountOf(
  { amount, unit, total, material }: PickupFacts,
  whose: 'yours' | 'theirs',
): string {
  if (amount === null || unit === null)
    return t('mail.amount_all', { whose, material: materialOf({ material }).toLowerCase() });
  if (whose === 'theirs' || total === null || total <= amount) return amountText(amount, unit);
  const shown = countFormat().format(amount);
  return t('mail.amount_part', { amount: shown, total: amountText(total, unit) });
}

const factsOf = ({ pickup, material, day }: PickupValues): string =>
  [
    material,
    pickup.amount !== null && pickup.unit !== null && amountText(pickup.amount, pickup.unit),
    day,
    pickup.every && t('mail.first', { day: formatFullDay(pickup.day) }),
    townName(pickup.town),
  ]
    .filter(Boolean)
    .join(' · ');

/** For news that wait for the reader's reply. */
export const request =
  (subject: PickupText): WritePickupEmail =>
  (values) => ({
    subject: writeText(subject, values),
    paragraphs: [t('mail.waits', values), factsOf(values), t('mail.agree_or_not')],
    label: t('mail.see_request'),
  });

/** @param after a paragraph after the facts */
export const news =
  (subject: PickupText, after?: PickupText): WritePickupEmail =>
  (values) => ({
    subject: writeText(subject, values),
    paragraphs: [factsOf(values), ...(after ? [writeText(after, values)] : [])],
    label: t('mail.open_pickup'),
  });

/** Like `news`, but the subject of the email is the title in the bell. */
export const newsAsInBell = (after: PickupText): WritePickupEmail =>
  news(({ bell }) => bell, after);

export const requested = request((values) =>
  t('mail.requested', { ...values, amount: amountOf(values.pickup, 'yours') }),
);
export const offered = request((values) =>
  t('mail.offered', { ...values, amount: amountOf(values.pickup, 'theirs') }),
);
export const waiting = request((values) => {
  const amount = amountOf(values.pickup, 'theirs');
  const material = values.material.toLowerCase();
  return t('mail.waiting', { ...values, amount: t('sms.amount_of', { amount, material }) });
});
export const stopped = news(
  (values) => t('mail.stopped', { ...values, material: values.material.toLowerCase() }),
  'mail.stopped_text',
);
export const missed = news(
  ({ material }) => t('mail.missed', { material: material.toLowerCase() }),
  'mail.missed_text',
);
export const tomorrow: WritePickupEmail = (values) =>
  stillComing(values.pickup.id, t('mail.tomorrow', values), factsOf(values));
export const past: WritePickupEmail = (values) => ({
  ...news('mail.past', 'mail.past_text')(values),
  label: t('mail.past_say'),
});

/** Links to similar offers near the listing for a recipient who takes, or to similar needs for one who gives. */
export const unheard: WritePickupEmail = (values) => {
  const { isGiving, material, town } = values.pickup;
  const like = { kind: isGiving ? 'need' : 'offer', material, town };
  return {
    subject: t('mail.unheard', values),
    paragraphs: [t('mail.unheard_text', values)],
    label: t('mail.open_pickup'),
    other: { label: t('mail.unheard_near'), path: exchangePath(like) },
  };
};
