// The words of emails about what happened. They hold titles and names of members, but nothing else that a member wrote: no
// message, phone number or exact place.
import { amountText, townName } from '#lib/contract/exchange/listing-choices.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { comingPath, exchangePath } from '#lib/contract/paths.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';
import {
  countOf,
  type Details,
  everyOf,
  isRequestForReader,
  isMessage,
  type MessageName,
} from '#lib/server/notifications/messages.ts';
import type { AmountAppointment } from '#lib/server/platform/db/schema.ts';

import { type EmailWords, formatFullDay, materialOf } from './email-words.ts';
import { isListingMessage, type ListingFacts, writeListingEmail } from './listing-emails.ts';

/** A pickup as its emails describe it. */
export interface PickupFacts extends Pick<
  AmountAppointment,
  'id' | 'kind' | 'material' | 'town' | 'amount' | 'unit' | 'day' | 'status'
> {
  /** of the post; null once it is deleted */
  title: string | null;
  /** of the listing; null where it is not known */
  total: number | null;
  /** whether the recipient gives it away */
  isGiving: boolean;
  /** of what is for each round, where all of them are meant */
  every?: Details['every'];
}

/** What an email is made of. */
export interface EmailFacts {
  /** the name of the member who caused it; empty when no member did */
  actor: string;
  /** title and content as the bell has them */
  title: string;
  content: string;
  /** of the post; empty without one */
  subject: string;
  pickup: PickupFacts | null;
  listing: ListingFacts | null;
  /** the name of the person whom the recipient looks after, where it is for them */
  person: string | null;
  details: Details;
}

const weekdayFormat = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { weekday: 'long', timeZone: 'UTC' }),
);
const countFormat = formatOf('en-PH', (locales) => new Intl.NumberFormat(locales));

const dayOf = (pickup: PickupFacts): string => everyOf(pickup) ?? formatFullDay(pickup.day);
const weekdayOf = (pickup: PickupFacts): string =>
  everyOf(pickup) ?? weekdayFormat().format(new Date(pickup.day));

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

const factsOf = (pickup: PickupFacts): string =>
  [
    materialOf(pickup),
    pickup.amount !== null && pickup.unit !== null && amountText(pickup.amount, pickup.unit),
    dayOf(pickup),
    pickup.every && t('mail.first', { day: formatFullDay(pickup.day) }),
    townName(pickup.town),
  ]
    .filter(Boolean)
    .join(' · ');

/** Offers like what the recipient wants to take, or needs like what they want to give, near where it is. */
const searchLike = ({ material, town, isGiving }: PickupFacts) => ({
  kind: isGiving ? 'need' : 'offer',
  material,
  town,
});

type Given = EmailFacts & { pickup: PickupFacts };
type Write = (facts: Given) => EmailWords;

const requested =
  (subject: (facts: Given) => string): Write =>
  (facts) => ({
    subject: subject(facts),
    paragraphs: [
      t('mail.waits', { actor: facts.actor, title: facts.subject }),
      factsOf(facts.pickup),
      t('mail.agree_or_not'),
    ],
    label: t('mail.see_request'),
  });

const news =
  (subject: (facts: Given) => string, after?: () => string): Write =>
  (facts) => ({
    subject: subject(facts),
    paragraphs: [factsOf(facts.pickup), ...(after ? [after()] : [])],
    label: t('mail.open_pickup'),
  });

const calledOff = (why: () => string) =>
  news(
    ({ pickup, details }) => t('mail.called_off', { day: dayOf(pickup), count: countOf(details) }),
    why,
  );

/** What and when, as messages have it. */
const thingOf = (pickup: PickupFacts) => ({ material: materialOf(pickup), day: dayOf(pickup) });

/** Asks whether one still comes; both ways to say so are links. @param what is tomorrow */
const stillComing = (id: string, subject: string, what: string): EmailWords => ({
  subject,
  paragraphs: [what, t('mail.tomorrow_text')],
  label: t('mail.tomorrow_yes'),
  path: comingPath(id, 'yes'),
  other: { label: t('mail.tomorrow_no'), path: comingPath(id, 'no') },
});

const PICKUP_EMAILS = {
  pickup_requested: requested(({ actor, pickup }) =>
    t('mail.requested', { actor, amount: amountOf(pickup, 'yours'), weekday: weekdayOf(pickup) }),
  ),
  pickup_offered: requested(({ actor, pickup }) =>
    t('mail.offered', { actor, amount: amountOf(pickup, 'theirs'), weekday: weekdayOf(pickup) }),
  ),
  pickup_ordered: requested(({ actor, pickup }) =>
    t('mail.ordered', { actor, weekday: weekdayOf(pickup) }),
  ),
  pickup_agreed: news(
    ({ actor, pickup }) => t('mail.agreed', { actor, ...thingOf(pickup) }),
    () => t('mail.agreed_where'),
  ),
  pickup_declined: news(({ actor, pickup }) => t('mail.declined', { actor, ...thingOf(pickup) })),
  pickup_placed: news(({ actor, pickup }) => t('mail.placed', { actor, day: dayOf(pickup) })),
  pickup_calledOff: news(
    ({ actor, pickup }) => t('mail.called_off_by', { actor, day: dayOf(pickup) }),
    () => t('mail.called_off_why'),
  ),
  pickup_ended: calledOff(() => t('mail.called_off_ended')),
  pickup_deleted: calledOff(() => t('mail.called_off_deleted')),
  pickup_left: calledOff(() => t('mail.called_off_left')),
  pickup_message: news(({ actor, pickup }) => t('mail.wrote', { actor, day: dayOf(pickup) })),
  pickup_unanswered: news(
    ({ pickup }) => t('mail.unanswered', { day: dayOf(pickup) }),
    () => t('mail.unanswered_text'),
  ),
  pickup_lapsed: news(
    ({ actor, pickup }) => t('mail.lapsed', { actor, day: dayOf(pickup) }),
    () => t('mail.lapsed_text'),
  ),
  pickup_tomorrow: ({ pickup }) =>
    stillComing(pickup.id, t('mail.tomorrow', { material: materialOf(pickup) }), factsOf(pickup)),
  pickup_waiting: requested(({ actor, pickup }) =>
    t('mail.waiting', {
      actor,
      amount: t('sms.amount_of', {
        amount: amountOf(pickup, 'theirs'),
        material: materialOf(pickup).toLowerCase(),
      }),
      weekday: weekdayOf(pickup),
    }),
  ),
  pickup_unheard: ({ actor, pickup }) => ({
    subject: t('mail.unheard', thingOf(pickup)),
    paragraphs: [t('mail.unheard_text', { actor })],
    label: t('mail.open_pickup'),
    other: { label: t('mail.unheard_near'), path: exchangePath(searchLike(pickup)) },
  }),
  pickup_past: ({ pickup }) => ({
    subject: t('mail.past', thingOf(pickup)),
    paragraphs: [factsOf(pickup), t('mail.past_text')],
    label: t('mail.past_say'),
  }),
  pickup_outcome: news(
    ({ actor }) => t('mail.outcome', { actor }),
    () => t('mail.outcome_text'),
  ),
  pickup_differing: news(
    ({ actor }) => t('mail.differing', { actor }),
    () => t('mail.differing_text'),
  ),
  pickup_corrected: news(({ actor }) => t('mail.corrected', { actor })),
  pickup_round: news(
    ({ title }) => title,
    () => t('mail.round_text'),
  ),
  pickup_stopped: news(
    ({ actor, pickup }) => t('mail.stopped', { actor, material: materialOf(pickup).toLowerCase() }),
    () => t('mail.stopped_text'),
  ),
  pickup_shortened: news(
    ({ title }) => title,
    () => t('mail.shortened_text'),
  ),
  pickup_missed: news(
    ({ pickup }) => t('mail.missed', { material: materialOf(pickup).toLowerCase() }),
    () => t('mail.missed_text'),
  ),
  pickup_tripOpened: news(
    ({ actor, pickup }) => t('mail.trip_opened', { actor, day: dayOf(pickup) }),
    () => t('mail.trip_opened_text'),
  ),
  pickup_tripTaken: news(
    ({ actor, pickup }) => t('mail.trip_taken', { actor, day: dayOf(pickup) }),
    () => t('mail.trip_taken_text'),
  ),
  pickup_tripChanged: news(
    ({ actor, pickup }) => t('mail.trip_changed', { actor, day: dayOf(pickup) }),
    () => t('mail.trip_changed_text'),
  ),
  pickup_tripClosed: news(
    ({ actor, pickup }) => t('mail.trip_closed', { actor, day: dayOf(pickup) }),
    () => t('mail.trip_closed_text'),
  ),
  pickup_tripUnjoined: news(
    ({ actor, pickup }) => t('mail.trip_unjoined', { actor, day: dayOf(pickup) }),
    () => t('mail.trip_unjoined_text'),
  ),
  pickup_tripOffered: news(
    ({ pickup }) => t('mail.trip_offered', { day: dayOf(pickup) }),
    () => t('mail.trip_offered_text'),
  ),
  pickup_tripJoined: news(
    ({ actor, pickup }) => t('mail.trip_joined', { actor, day: dayOf(pickup) }),
    () => t('mail.trip_joined_text'),
  ),
  pickup_tripLeft: news(
    ({ pickup }) => t('mail.trip_left', { day: dayOf(pickup) }),
    () => t('mail.trip_left_text'),
  ),
  pickup_tripOff: news(
    ({ pickup }) => t('mail.trip_off', { day: dayOf(pickup) }),
    () => t('mail.trip_off_text'),
  ),
  pickup_truckDay: news(
    ({ title }) => title,
    () => t('mail.truck_day_text'),
  ),
  pickup_ownDay: news(
    ({ title }) => title,
    () => t('mail.own_day_text'),
  ),
} as const satisfies Partial<Record<MessageName, Write>>;

/** What an email does to the recipient's calendar. */
export const CALENDAR_METHODS: Partial<Record<MessageName, 'PUBLISH' | 'CANCEL'>> = {
  pickup_agreed: 'PUBLISH',
  pickup_round: 'PUBLISH',
  pickup_truckDay: 'PUBLISH',
  pickup_ownDay: 'PUBLISH',
  pickup_tripTaken: 'PUBLISH',
  pickup_tripUnjoined: 'PUBLISH',
  pickup_tripOff: 'PUBLISH',
  pickup_calledOff: 'CANCEL',
  pickup_ended: 'CANCEL',
  pickup_deleted: 'CANCEL',
  pickup_left: 'CANCEL',
  pickup_stopped: 'CANCEL',
  pickup_missed: 'CANCEL',
  booking_agreed: 'PUBLISH',
  booking_calledOff: 'CANCEL',
  booking_ended: 'CANCEL',
  booking_deleted: 'CANCEL',
  booking_left: 'CANCEL',
};

type PickupMessage = keyof typeof PICKUP_EMAILS;

const isPickupMessage = (message: string): message is PickupMessage =>
  Object.hasOwn(PICKUP_EMAILS, message);

/** How to reach what an email is about, by message or else by kind. */
const LABELS: Partial<Record<NotificationKind | MessageName, () => string>> = {
  week_ahead: () => t('mail.see_weeks'),
  steward_begun: () => t('steward.yours'),
  steward_ended: () => t('steward.yours'),
  steward_away: () => t('steward.yours'),
  steward_chosen: () => t('steward.title'),
  steward_over: () => t('steward.title'),
  listing: () => t('mail.open_listing'),
  alert: () => t('mail.see_listing'),
  saved: () => t('mail.see_listing'),
};

/**
 * Writes an email about what happened. To a steward, its subject says for whom.
 * @param message null for words of staff
 */
export function writeEmail(
  message: string | null,
  kind: NotificationKind,
  facts: EmailFacts,
): EmailWords {
  const words = writeWords(message, kind, facts);
  const { person } = facts;
  if (person === null) return words;
  return { ...words, subject: t('notification.for_person', { person, subject: words.subject }) };
}

function writeWords(message: string | null, kind: NotificationKind, facts: EmailFacts): EmailWords {
  const { pickup, listing, title, content } = facts;
  const isToReply = !isRequestForReader(message, facts.details);
  if (message !== null && pickup && isPickupMessage(message) && isToReply) {
    const write: Write = PICKUP_EMAILS[message];
    const words = write({ ...facts, pickup });
    const { person, inPlace } = facts.details;
    if (person === undefined && !inPlace) return words;
    // It says whom it is for.
    return { ...words, paragraphs: [content, ...words.paragraphs] };
  }
  if (message !== null && listing && isListingMessage(message))
    return writeListingEmail(message, { ...facts, listing });
  const own = message !== null && isMessage(message) ? LABELS[message] : undefined;
  const label = (own ?? LABELS[kind])?.() ?? t('mail.open');
  const { booking } = facts.details;
  if (message === 'booking_tomorrow' && booking !== undefined)
    return stillComing(booking, title, content);
  return {
    subject: title,
    paragraphs: [content],
    label: booking === undefined ? label : t('mail.open_pickup'),
  };
}
