// The words of emails about what happened. They hold titles and names of members, but nothing else that a member wrote: no
// message, phone number or exact place.
import { amountText, townName } from '#lib/contract/exchange/listing-choices.ts';
import type {
  EmailKind,
  NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import { comingPath, exchangePath } from '#lib/contract/paths.ts';
import type { Details, MessageName } from '#lib/server/notifications/messages.ts';
import type { PickupTable } from '#lib/server/platform/db/schema.ts';

import { type EmailWords, formatFullDay, materialOf } from './email-words.ts';
import { isListingMessage, type ListingFacts, writeListingEmail } from './listing-emails.ts';

/** A pickup as its emails describe it. */
export interface PickupFacts extends Pick<
  PickupTable,
  'id' | 'kind' | 'material' | 'town' | 'amount' | 'unit' | 'day' | 'status' | 'updated_at'
> {
  /** of the post; null once it is deleted */
  title: string | null;
  /** of the listing; null where it is not known */
  total: number | null;
  /** whether the recipient gives it away */
  isGiving: boolean;
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
  details: Details;
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

const dayOf = ({ day }: PickupFacts): string => formatFullDay(day);
const weekdayOf = ({ day }: PickupFacts): string => WEEKDAY.format(new Date(day));

/** @returns `30 of your 120 bundles`, `30 bundles`, `your rice straw` */
function amountOf({ amount, unit, total, material }: PickupFacts, whose: string): string {
  const all = `${whose} ${materialOf({ material }).toLowerCase()}`.trim();
  if (amount === null || unit === null) return `all of ${all}`;
  if (whose === '' || total === null || total <= amount) return amountText(amount, unit);
  return `${new Intl.NumberFormat('en-PH').format(amount)} of ${whose} ${amountText(total, unit)}`;
}

const factsOf = (pickup: PickupFacts): string =>
  [
    materialOf(pickup),
    pickup.amount !== null && pickup.unit !== null && amountText(pickup.amount, pickup.unit),
    dayOf(pickup),
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

const OPEN_PICKUP = 'Open the pickup';

type Write = (facts: EmailFacts & { pickup: PickupFacts }) => EmailWords;

const requested =
  (subject: (facts: EmailFacts & { pickup: PickupFacts }) => string): Write =>
  (facts) => ({
    subject: subject(facts),
    paragraphs: [
      `${facts.actor} waits for you: “${facts.subject}”.`,
      factsOf(facts.pickup),
      'You can agree, or say not this time, in one tap.',
    ],
    label: 'See the request',
  });

const news =
  (subject: (facts: EmailFacts & { pickup: PickupFacts }) => string, ...after: string[]): Write =>
  (facts) => ({
    subject: subject(facts),
    paragraphs: [factsOf(facts.pickup), ...after],
    label: OPEN_PICKUP,
  });

const calledOff = (why: string) =>
  news(({ pickup }) => `Called off: the pickup on ${dayOf(pickup)}`, why);

const PICKUP_EMAILS = {
  pickup_requested: requested(
    ({ actor, pickup }) => `${actor} asks for ${amountOf(pickup, 'your')}, ${weekdayOf(pickup)}`,
  ),
  pickup_offered: requested(
    ({ actor, pickup }) => `${actor} can bring ${amountOf(pickup, '')}, ${weekdayOf(pickup)}`,
  ),
  pickup_ordered: requested(
    ({ actor, pickup }) => `${actor} would like your help, ${weekdayOf(pickup)}`,
  ),
  pickup_agreed: news(
    ({ actor, pickup }) => `${actor} agreed: ${materialOf(pickup)}, ${dayOf(pickup)}`,
    'Where exactly to meet, and the phone number, are on the page of the pickup.',
  ),
  pickup_declined: news(
    ({ actor, pickup }) => `${actor} can’t this time: ${materialOf(pickup)}, ${dayOf(pickup)}`,
  ),
  pickup_placed: news(
    ({ actor, pickup }) => `${actor} said where exactly to meet on ${dayOf(pickup)}`,
  ),
  pickup_calledOff: news(
    ({ actor, pickup }) => `${actor} called off the pickup on ${dayOf(pickup)}`,
    'The page of the pickup says why, where they gave a reason.',
  ),
  pickup_ended: calledOff('It is not possible any more. You don’t have to do anything.'),
  pickup_deleted: calledOff('Its post was deleted. You don’t have to do anything.'),
  pickup_left: calledOff('The other member left. You don’t have to do anything.'),
  pickup_message: news(
    ({ actor, pickup }) => `${actor} wrote about the pickup on ${dayOf(pickup)}`,
  ),
  pickup_unanswered: news(
    ({ pickup }) => `No one agreed to ${dayOf(pickup)}`,
    'The day has passed. You can request another one.',
  ),
  pickup_tomorrow: (facts) => ({
    subject: `Tomorrow: ${materialOf(facts.pickup)}. Still coming?`,
    paragraphs: [
      factsOf(facts.pickup),
      'Please say whether you’re still coming, so that no one waits in vain.',
    ],
    label: 'Yes, still coming',
    path: comingPath(facts.pickup.id, 'yes'),
    other: { label: 'I can’t come', path: comingPath(facts.pickup.id, 'no') },
  }),
  pickup_waiting: requested(
    ({ actor, pickup }) =>
      `${actor} still waits: ${amountOf(pickup, '')} of ${materialOf(pickup).toLowerCase()}, ${weekdayOf(pickup)}`,
  ),
  pickup_unheard: (facts) => ({
    subject: `No reply yet: ${materialOf(facts.pickup)}, ${dayOf(facts.pickup)}`,
    paragraphs: [
      `${facts.actor} hasn’t replied to your request. You can wait, take it back, or see what else is near.`,
    ],
    label: OPEN_PICKUP,
    other: { label: 'See what else is near', path: exchangePath(searchLike(facts.pickup)) },
  }),
  pickup_past: (facts) => ({
    subject: `How did it go? ${materialOf(facts.pickup)}, ${dayOf(facts.pickup)}`,
    paragraphs: [
      factsOf(facts.pickup),
      'Two taps: was it handed over, and how much? It counts for both of you.',
    ],
    label: 'Say how it went',
  }),
  pickup_outcome: news(
    ({ actor }) => `${actor} said how the pickup went`,
    'How did it go for you?',
  ),
  pickup_differing: news(
    ({ actor }) => `${actor} gave a different amount`,
    'Please check yours. You can correct it once.',
  ),
  pickup_corrected: news(({ actor }) => `${actor} corrected how the pickup went`),
} as const satisfies Partial<Record<MessageName, Write>>;

/** The state of a pickup without which news are no news any more. */
const ONLY_WHILE: Partial<Record<MessageName, PickupTable['status']>> = {
  pickup_requested: 'requested',
  pickup_offered: 'requested',
  pickup_ordered: 'requested',
  pickup_agreed: 'agreed',
  pickup_placed: 'agreed',
  pickup_tomorrow: 'agreed',
  pickup_waiting: 'requested',
  pickup_unheard: 'requested',
  pickup_past: 'agreed',
};

/** Whether a message about a pickup still says how things are. */
export const isStillSo = (message: MessageName, { status }: Pick<PickupTable, 'status'>): boolean =>
  (ONLY_WHILE[message] ?? status) === status;

/** What an email does to the recipient's calendar. */
export const CALENDAR_METHODS: Partial<Record<MessageName, 'PUBLISH' | 'CANCEL'>> = {
  pickup_agreed: 'PUBLISH',
  pickup_calledOff: 'CANCEL',
  pickup_ended: 'CANCEL',
  pickup_deleted: 'CANCEL',
  pickup_left: 'CANCEL',
};

type PickupMessage = keyof typeof PICKUP_EMAILS;

const isPickupMessage = (message: string): message is PickupMessage =>
  Object.hasOwn(PICKUP_EMAILS, message);

/** How to reach what an email is about, by kind. */
const LABELS: Partial<Record<NotificationKind, string>> = {
  listing: 'Open your listing',
  alert: 'See the listing',
  saved: 'See the listing',
};

/**
 * Writes an email about what happened.
 * @param message null for words of staff
 */
export function writeEmail(
  message: string | null,
  kind: NotificationKind,
  facts: EmailFacts,
): EmailWords {
  const { pickup, listing, title, content } = facts;
  if (message !== null && pickup && isPickupMessage(message)) {
    const write: Write = PICKUP_EMAILS[message];
    return write({ ...facts, pickup });
  }
  if (message !== null && listing && isListingMessage(message))
    return writeListingEmail(message, { ...facts, listing });
  return { subject: title, paragraphs: [content], label: LABELS[kind] ?? 'Open' };
}

/** What a kind is called after "emails about". */
export const KIND_IN_WORDS: Partial<Record<EmailKind, string>> = {
  pickup: 'pickups',
  message: 'messages',
  alert: 'your alerts',
  listing: 'your listings',
  saved: 'what you saved',
  staff: 'news of the co-op',
  digest: 'what you missed',
};
