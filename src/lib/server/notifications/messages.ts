import { materialName, townName } from '#lib/contract/exchange/listing-choices.ts';
import { repeatText } from '#lib/contract/exchange/listing-texts.ts';
import { halfText, machineName } from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { Repeat } from '#lib/contract/exchange/rounds.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';
import type {
  BookingNews,
  ListingHelp,
  ListingLack,
  PickupNews,
} from '#lib/server/platform/notification-events.ts';

import { REQUESTS } from './queries.ts';
import { STEWARDS } from './steward-messages.ts';

/** Facts that no other row has, or not for as long. Each message says which it has. */
export interface Details extends Partial<ListingHelp> {
  /** what it is about, where no link leads to it */
  subject?: string;
  /** of a listing */
  material?: string;
  /** the code of a town */
  town?: string;
  /** YYYY-MM-DD; of a pickup its own, of a listing its last */
  day?: string;
  /** the id of a pickup */
  pickup?: string;
  /** of a pickup of each round, where all of them are meant */
  every?: Repeat;
  /** the ids of later pickups that ended with it */
  more?: string[];
  /** the id of the person whom it is for: it goes to who looks after them, too */
  person?: string;
  /** whether the reader's steward did it in their place */
  inPlace?: true;
  /** the id of a booking, with its machine and half day */
  booking?: string;
  machine?: string;
  half?: string;
}

/** What a message is made of when it is read. */
export interface Facts {
  /** the name of the member who caused it, as it is now; empty when no member did */
  actor: string;
  /** how many further members did the same */
  others: number;
  /** the title of the post or guide; empty without one */
  subject: string;
  /** what the comment says now; null when it is deleted */
  comment: string | null;
  /** the name of the person whom the reader looks after, where it is for them */
  person?: string | null;
  details: Details;
}

export interface Message {
  kind: NotificationKind;
  type: NotificationType;
  title: (facts: Facts) => string;
  content: (facts: Facts) => string;
}

// The dropdown shows no more.
const MAX_CONTENT = 160;

/** @returns the beginning of a text, as a notification shows it */
export const excerpt = (text: string): string =>
  text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;

const dayFormat = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
);
const dayOf = ({ day = '1970-01-01' }: Details): string => dayFormat().format(new Date(day));

/** @returns `every Tuesday, until one of you stops`; null for what is of one day */
export const everyOf = ({ every }: Pick<Details, 'every'>): string | null =>
  every ? t('notification.every', { every: repeatText(every) }) : null;

/** @returns how many pickups a message is about */
export const countOf = ({ more = [] }: Pick<Details, 'more'>): number => 1 + more.length;

const materialOf = ({ material = '' }: Details): string =>
  isMaterial(material) ? materialName(material) : material;

const townOf = ({ town = '' }: Details): string => townName(town) ?? town;

const subjectOf = ({ subject, details }: Facts): string => subject || (details.subject ?? '');

/** The subject, and whom it is for where that is not the reader alone. */
function whoseOf({ person, details }: Facts, subject: string): string {
  if (details.inPlace) return t('notification.in_your_place', { subject });
  if (details.person === undefined) return subject;
  return t('notification.for_person', { person: person ?? t('sms.a_member'), subject });
}

const pickup = (title: (actor: string, day: string, count: number) => string): Message => ({
  kind: 'pickup',
  type: 'forum',
  title: ({ actor, details }) => title(actor, dayOf(details), countOf(details)),
  content: (facts) => whoseOf(facts, subjectOf(facts)),
});

/** Whether a steward requested something in the reader's place: there is nothing that the reader could reply. */
export const isRequestForReader = (message: string | null, { inPlace }: Details): boolean =>
  inPlace === true && REQUESTS.some((request) => request === message);

/** A request; where the reader's steward made it, it says so. */
const request = (message: Message): Message => ({
  ...message,
  title: (facts) =>
    facts.details.inPlace
      ? t('notification.requested_for_you', { actor: facts.actor })
      : message.title(facts),
});

const listing = (title: () => string): Message => ({
  kind: 'listing',
  type: 'forum',
  title,
  content: (facts) => whoseOf(facts, subjectOf(facts)),
});

const LACKS: Record<ListingLack, () => string> = {
  photo: () => t('notification.lack_photo'),
  truck: () => t('notification.lack_truck'),
  price: () => t('notification.lack_price'),
};
const listFormat = formatOf('en-GB', (locales) => new Intl.ListFormat(locales));

/** @returns what helps a listing that was not requested, in two sentences */
export function helpOf({ missing = [], alerts = 0 }: Details): [missing: string, alerts: string] {
  const lacks = missing.map((lack) => LACKS[lack]());
  return [
    lacks.length > 0
      ? t('notification.help_lacks', { list: listFormat().format(lacks) })
      : t('notification.help_none'),
    t('notification.help_alerts', { alerts }),
  ];
}

const PICKUPS: Record<`pickup_${PickupNews}`, Message> = {
  pickup_requested: request(pickup((actor) => t('notification.requested', { actor }))),
  pickup_offered: request(pickup((actor) => t('notification.offered', { actor }))),
  pickup_ordered: request(pickup((actor) => t('notification.ordered', { actor }))),
  pickup_agreed: pickup((actor) => t('notification.agreed', { actor })),
  pickup_declined: pickup((actor) => t('notification.declined', { actor })),
  pickup_placed: pickup((actor) => t('notification.placed', { actor })),
  pickup_calledOff: pickup((actor) => t('notification.called_off_by', { actor })),
  pickup_ended: pickup((_, __, count) => t('notification.called_off', { count })),
  pickup_deleted: pickup((_, __, count) => t('notification.called_off_deleted', { count })),
  // With no words of the member who leaves: it stays when they are erased.
  pickup_left: {
    ...pickup((_, __, count) => t('notification.called_off_left', { count })),
    content: ({ details }) => `${materialOf(details)}, ${dayOf(details)}`,
  },
  pickup_message: { ...pickup((actor) => t('notification.wrote', { actor })), kind: 'message' },
  pickup_unanswered: pickup(() => t('notification.unanswered')),
  pickup_lapsed: pickup((actor) => t('notification.lapsed', { actor })),
  pickup_waiting: pickup((actor) => t('notification.waiting', { actor })),
  pickup_unheard: pickup((actor) => t('notification.unheard', { actor })),
  pickup_past: pickup(() => t('notification.past')),
  pickup_tomorrow: pickup(() => t('notification.tomorrow')),
  pickup_outcome: pickup((actor) => t('notification.outcome', { actor })),
  pickup_differing: pickup((actor) => t('notification.differing', { actor })),
  pickup_corrected: pickup((actor) => t('notification.corrected', { actor })),
  pickup_round: pickup((_, day) => t('notification.round', { day })),
  pickup_stopped: pickup((actor) => t('notification.stopped', { actor })),
  pickup_shortened: pickup((actor) => t('notification.shortened', { actor })),
  pickup_missed: pickup(() => t('notification.missed')),
  pickup_tripOpened: pickup((actor) => t('notification.trip_opened', { actor })),
  pickup_tripTaken: pickup((actor) => t('notification.trip_taken', { actor })),
  pickup_tripChanged: pickup((actor) => t('notification.trip_changed', { actor })),
  pickup_tripClosed: pickup((actor) => t('notification.trip_closed', { actor })),
  pickup_tripUnjoined: pickup((actor) => t('notification.trip_unjoined', { actor })),
  pickup_tripOffered: pickup(() => t('notification.trip_offered')),
  pickup_tripJoined: pickup((actor) => t('notification.trip_joined', { actor })),
  pickup_tripLeft: pickup(() => t('notification.trip_left')),
  pickup_tripOff: pickup(() => t('notification.trip_off')),
  pickup_truckDay: pickup((actor, day) => t('notification.truck_day', { actor, day })),
  pickup_ownDay: pickup((actor, day) => t('notification.own_day', { actor, day })),
};

/** Without words of a member: it stays when they are erased. */
const booking = (title: (names: { actor: string; machine: string }) => string): Message => ({
  kind: 'pickup',
  type: 'forum',
  title: ({ actor, details }) => title({ actor, machine: machineName(details.machine ?? '') }),
  content: (facts) => {
    const { details } = facts;
    const when = [dayOf(details), halfText(details.half ?? ''), townOf(details)].join(', ');
    return whoseOf(facts, when);
  },
});

const BOOKINGS: Record<`booking_${BookingNews}`, Message> = {
  booking_requested: request(booking((names) => t('notification.booking_requested', names))),
  booking_agreed: booking((names) => t('notification.booking_agreed', names)),
  booking_declined: booking((names) => t('notification.booking_declined', names)),
  booking_placed: booking(({ actor }) => t('notification.placed', { actor })),
  booking_message: {
    ...booking(({ actor }) => t('notification.wrote', { actor })),
    kind: 'message',
  },
  booking_calledOff: booking((names) => t('notification.booking_called_off_by', names)),
  booking_ended: booking(({ machine }) => t('notification.booking_called_off', { machine })),
  booking_deleted: booking(({ machine }) => t('notification.booking_deleted', { machine })),
  booking_left: booking(({ machine }) => t('notification.booking_left', { machine })),
  booking_unanswered: booking(({ machine }) => t('notification.booking_unanswered', { machine })),
  booking_lapsed: booking((names) => t('notification.booking_lapsed', names)),
  booking_tomorrow: booking(({ machine }) => t('notification.booking_tomorrow', { machine })),
  booking_waiting: booking(({ actor }) => t('notification.waiting', { actor })),
  booking_unheard: booking(({ actor }) => t('notification.unheard', { actor })),
  booking_freed: booking(({ machine }) => t('notification.booking_freed', { machine })),
  booking_taken: booking(({ machine }) => t('notification.booking_taken', { machine })),
};

/** Whether a message is about who looks after whom. */
export const isOfSteward = (message: string | null): message is keyof typeof STEWARDS =>
  message !== null && Object.hasOwn(STEWARDS, message);

/** The words of the notifications that the site makes, by the name that is stored. */
export const MESSAGES = {
  liked: {
    kind: 'like',
    type: 'forum',
    title: ({ actor, others }) => t('notification.liked', { actor, others }),
    content: subjectOf,
  },
  commented: {
    kind: 'comment',
    type: 'forum',
    title: ({ actor, others }) => t('notification.commented', { actor, others }),
    content: (facts) => excerpt(facts.comment ?? subjectOf(facts)),
  },
  posted: {
    kind: 'post',
    type: 'forum-new-post',
    title: ({ actor }) => t('notification.posted', { actor }),
    content: subjectOf,
  },
  guide: {
    kind: 'guide',
    type: 'eduhub-published',
    title: () => t('notification.guide'),
    content: subjectOf,
  },
  still_there_offer: listing(() => t('notification.still_there', { kind: 'offer' })),
  still_there_need: listing(() => t('notification.still_there', { kind: 'need' })),
  still_there_service: listing(() => t('notification.still_there', { kind: 'service' })),
  unrequested: {
    ...listing(() => t('notification.unrequested')),
    content: (facts) => [`“${subjectOf(facts)}”.`, ...helpOf(facts.details)].join(' '),
  },
  ends_tomorrow: listing(() => t('notification.ends_tomorrow')),
  last_day: listing(() => t('notification.last_day')),
  new_listing: {
    kind: 'alert',
    type: 'forum',
    title: ({ details }) =>
      t('notification.new_listing', { material: materialOf(details), town: townOf(details) }),
    content: subjectOf,
  },
  week_ahead: {
    kind: 'alert',
    type: 'forum',
    title: ({ details }) =>
      t('notification.week_ahead', {
        material: materialOf(details),
        town: townOf(details),
        day: dayOf(details),
      }),
    content: () => t('notification.week_ahead_text'),
  },
  // The day, as it may be read later.
  saved_ends: {
    kind: 'saved',
    type: 'forum',
    title: ({ details }) => t('notification.saved_ends', { day: dayOf(details) }),
    content: subjectOf,
  },
  ...STEWARDS,
  phone_given: {
    kind: 'account',
    type: 'verification-action',
    title: () => t('notification.phone_given'),
    content: () => t('notification.phone_given_text'),
  },
  email_rejected: {
    kind: 'account',
    type: 'verification-action',
    title: () => t('notification.email_rejected'),
    content: () => t('notification.email_rejected_text'),
  },
  export_ready: {
    kind: 'account',
    type: 'verification-action',
    title: () => t('notification.export_ready'),
    content: () => t('notification.export_ready_text'),
  },
  ...PICKUPS,
  ...BOOKINGS,
} as const satisfies Record<string, Message>;

export type MessageName = keyof typeof MESSAGES;

export const isMessage = (name: string): name is MessageName => Object.hasOwn(MESSAGES, name);

/** @returns title and content; null for a message of another version */
export function readMessage(name: string, facts: Facts): { title: string; content: string } | null {
  if (!isMessage(name)) return null;
  const message: Message = MESSAGES[name];
  const title = [message.title(facts), everyOf(facts.details)].filter(Boolean).join(': ');
  return { title, content: message.content(facts) };
}
