// Which news go by SMS, and with what; the words are in `lib/messages`. They hold names of members, and nothing else that a
// member wrote; no link, which the networks block, no phone number and no exact place. Who wants more logs in.
import { amountText, materialName, townName } from '#lib/contract/exchange/listing-choices.ts';
import { halfText, machineName } from '#lib/contract/exchange/machine-texts.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import { t } from '#lib/messages/t.ts';
import { formatDay } from '#lib/server/forum/posts/listing.ts';
import { countOf, type Details, everyOf } from '#lib/server/notifications/messages.ts';
import type {
  BookingNews,
  PickupNews,
  StewardNews,
} from '#lib/server/platform/notification-events.ts';
import { site } from '#lib/site.ts';

// The alphabet of SMS (3GPP TS 23.038, 6.2.1). One character outside it would halve what a message holds.

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each takes the place of two. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const isGsm = (character: string): boolean => BASIC.has(character) || EXTENSION.has(character);

/** What stands for signs that are not in it. */
const INSTEAD: Record<string, string> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': ',',
  '₱': 'P',
  ø: 'o',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  '\t': ' ',
};

const MARKS = /\p{M}/gu;

/** @returns a character in the alphabet, without its accent, or nothing */
function toGsmCharacter(character: string): string {
  if (isGsm(character)) return character;
  const plain = INSTEAD[character] ?? character.normalize('NFKD').replaceAll(MARKS, '');
  return Array.from(plain).filter(isGsm).join('');
}

/** Writes a text in the alphabet of SMS: accents that it lacks are left out, and so is what it cannot write. */
export const toGsm = (text: string): string =>
  Array.from(text.normalize('NFC'), toGsmCharacter).join('').replaceAll(/ {2,}/g, ' ').trim();

/** @returns how many of the 160 places of an SMS a text takes. @param text in the alphabet */
export const countSeptets = (text: string): number =>
  Array.from(text).reduce((count, character) => count + (EXTENSION.has(character) ? 2 : 1), 0);

/** A pickup as its SMS describe it. */
export interface SmsFacts {
  /** the name of the member who caused it; empty when no member did */
  actor: string;
  /** the name of the person whom the reader looks after, where it is for them */
  person?: string | null;
  material: string;
  /** null: all of it */
  amount: number | null;
  unit: string | null;
  /** YYYY-MM-DD */
  day: string;
  /** its code */
  town: string | null;
  /** of a booking, with its half day */
  machine?: string;
  half?: string;
  /** of what is for each round, where all of them are meant */
  every?: Details['every'];
  /** of later pickups that ended with it */
  more?: Details['more'];
  /** where there is no room for what its reader knows: of what, beside how much or when */
  isShort?: boolean;
}

const materialOf = ({ material }: SmsFacts): string =>
  (isMaterial(material) ? materialName(material) : material).toLowerCase();

/** @returns `30 bundles of rice straw`, `30 bundles` where there is no room for more, `all the rice straw` */
function amountOf(facts: SmsFacts): string {
  const { amount, unit } = facts;
  const material = materialOf(facts);
  if (amount === null || unit === null) return t('sms.amount_all', { material });
  const text = amountText(amount, unit);
  return facts.isShort ? text : t('sms.amount_of', { amount: text, material });
}

/** @returns `Sat 28 Nov, Guimba`; `every Saturday, until one of you stops`, which is long */
const whenAndWhere = (facts: SmsFacts): string =>
  everyOf(facts) ?? [formatDay(facts.day), townName(facts.town)].filter(Boolean).join(', ');

/** @returns `rice straw, Sat 28 Nov, Guimba` */
const whatAndWhen = (facts: SmsFacts): string =>
  [facts.isShort ? '' : materialOf(facts), whenAndWhere(facts)].filter(Boolean).join(', ');

type Write = (facts: SmsFacts) => string;

const thingOf = (facts: SmsFacts) => ({ amount: amountOf(facts), where: whenAndWhere(facts) });

/** @returns what and when of a booking: `Sat 28 Nov, morning, Guimba` */
const bookingOf = (facts: SmsFacts) => ({
  machine: machineName(facts.machine ?? '').toLowerCase(),
  where: [formatDay(facts.day), halfText(facts.half ?? ''), townName(facts.town)]
    .filter(Boolean)
    .join(', '),
});

/** @returns who, what and when of a pickup */
const pickupOf = (facts: SmsFacts) => ({
  actor: facts.actor,
  material: materialOf(facts),
  day: formatDay(facts.day),
});

/** What goes out costs money, and of a day only three do. */
interface Sms {
  /** somebody waits for the reader's word; it changes whether, where or with whom they go on a day; or who acts for them */
  why: 'awaited' | 'day' | 'account';
  write: Write;
}
/** The rest waits until its reader logs in: it is of a day that is over, was in an SMS before, or comes again and again. */
type Silent = 'over' | 'heard before' | 'often';

const awaited = (write: Write): Sms => ({ why: 'awaited', write });
const day = (write: Write): Sms => ({ why: 'day', write });
const calledOff = day((facts) =>
  t('sms.called_off', { ...pickupOf(facts), count: countOf(facts) }),
);
const bookingOff = day((facts) => t('sms.booking_called_off', bookingOf(facts)));

/** All that happens to pickups and bookings: what of it goes out by SMS, or why it does not. */
const NEWS: Record<
  `pickup_${PickupNews}` | `booking_${BookingNews}` | `steward_${StewardNews}`,
  Sms | Silent
> = {
  pickup_requested: awaited((facts) =>
    t('sms.requested', { actor: facts.actor, ...thingOf(facts) }),
  ),
  pickup_offered: awaited((facts) => t('sms.offered', { actor: facts.actor, ...thingOf(facts) })),
  pickup_ordered: awaited((facts) =>
    t('sms.ordered', { actor: facts.actor, where: whenAndWhere(facts) }),
  ),
  pickup_agreed: day((facts) => t('sms.agreed', { actor: facts.actor, what: whatAndWhen(facts) })),
  pickup_declined: day((facts) =>
    t('sms.declined', { ...pickupOf(facts), where: whenAndWhere(facts) }),
  ),
  pickup_placed: day((facts) =>
    t('sms.placed', { ...pickupOf(facts), where: whenAndWhere(facts) }),
  ),
  pickup_calledOff: day((facts) => t('sms.called_off_by', pickupOf(facts))),
  pickup_ended: calledOff,
  pickup_deleted: calledOff,
  pickup_left: calledOff,
  pickup_stopped: day((facts) => t('sms.stopped', pickupOf(facts))),
  pickup_missed: day((facts) => t('sms.missed', pickupOf(facts))),
  pickup_tomorrow: awaited((facts) => t('sms.tomorrow', thingOf(facts))),
  pickup_round: 'heard before',
  pickup_shortened: 'often',
  pickup_message: 'often',
  pickup_waiting: 'heard before',
  pickup_unheard: 'heard before',
  pickup_unanswered: 'over',
  pickup_lapsed: 'over',
  pickup_past: 'over',
  pickup_outcome: 'over',
  pickup_differing: 'over',
  pickup_corrected: 'over',
  pickup_tripOpened: day((facts) => t('sms.trip_opened', pickupOf(facts))),
  pickup_tripTaken: day((facts) => t('sms.trip_taken', pickupOf(facts))),
  pickup_tripChanged: 'often',
  pickup_tripClosed: day((facts) => t('sms.trip_closed', pickupOf(facts))),
  pickup_tripUnjoined: day((facts) => t('sms.trip_unjoined', pickupOf(facts))),
  // Up to 50 hear of each.
  pickup_tripOffered: 'often',
  pickup_tripJoined: day((facts) => t('sms.trip_joined', pickupOf(facts))),
  pickup_tripLeft: day((facts) => t('sms.trip_left', pickupOf(facts))),
  pickup_tripOff: day((facts) => t('sms.trip_off', pickupOf(facts))),
  pickup_truckDay: day((facts) => t('sms.truck_day', pickupOf(facts))),
  pickup_ownDay: day((facts) => t('sms.own_day', pickupOf(facts))),
  booking_requested: awaited((facts) =>
    t('sms.booking_requested', { actor: facts.actor, ...bookingOf(facts) }),
  ),
  booking_agreed: day((facts) =>
    t('sms.booking_agreed', { actor: facts.actor, ...bookingOf(facts) }),
  ),
  booking_declined: day((facts) =>
    t('sms.booking_declined', { actor: facts.actor, ...bookingOf(facts) }),
  ),
  booking_placed: day((facts) =>
    t('sms.booking_placed', { actor: facts.actor, ...bookingOf(facts) }),
  ),
  booking_message: 'often',
  booking_calledOff: day((facts) =>
    t('sms.booking_called_off_by', { actor: facts.actor, ...bookingOf(facts) }),
  ),
  booking_ended: bookingOff,
  booking_deleted: bookingOff,
  booking_left: bookingOff,
  booking_unanswered: 'over',
  booking_lapsed: 'over',
  booking_tomorrow: day((facts) => t('sms.booking_tomorrow', bookingOf(facts))),
  booking_waiting: 'heard before',
  booking_unheard: 'heard before',
  booking_freed: day((facts) => t('sms.booking_freed', bookingOf(facts))),
  booking_taken: day((facts) => t('sms.booking_taken', bookingOf(facts))),
  steward_begun: { why: 'account', write: ({ actor }) => t('sms.steward_begun', { actor }) },
  steward_ended: { why: 'account', write: ({ actor }) => t('sms.steward_ended', { actor }) },
  steward_away: { why: 'account', write: () => t('sms.steward_away') },
  steward_chosen: { why: 'account', write: ({ actor }) => t('sms.steward_chosen', { actor }) },
  steward_over: { why: 'account', write: ({ actor }) => t('sms.steward_over', { actor }) },
};

type SmsMessage = keyof typeof NEWS;

const smsOf = (message: SmsMessage): Sms | null => {
  const news = NEWS[message];
  return typeof news === 'string' ? null : news;
};

/** Whether a message goes out by SMS. */
export const isSmsMessage = (message: string | null): message is SmsMessage =>
  message !== null && Object.hasOwn(NEWS, message) && smsOf(message as SmsMessage) !== null;

/** Whether its SMS are of a pickup or a booking, and of no use without its facts. */
export const isOfAppointment = (message: SmsMessage): boolean => smsOf(message)?.why !== 'account';

/** Writes what asks the owner of a number whether the site may write. It names no member: anybody can give a number. */
export const writeQuestion = (): string => toGsm(`${site.name}: ${t('sms.question')}`);

const MAX_SEPTETS = 160;

// Of a long name, so much tells who it is.
const MAX_PERSON = 20;
const MIN_ACTOR = 12;

/** Writes an SMS. To a steward, it says for whom. A name that is too long for it is cut. */
export function writeSms(message: SmsMessage, { person, ...facts }: SmsFacts): string {
  const whose = person ? t('sms.for_person', { person: toGsm(person).slice(0, MAX_PERSON) }) : '';
  const write = (actor: string, isShort = false) => {
    const words = smsOf(message)?.write({ ...facts, actor, isShort });
    return toGsm([`${site.name}:`, whose, words, t('sms.ending')].filter(Boolean).join(' '));
  };
  const actor = toGsm(facts.actor) || t('sms.a_member');
  const isShort = countSeptets(write(actor.slice(0, MIN_ACTOR))) > MAX_SEPTETS;
  const text = write(actor, isShort);
  const excess = countSeptets(text) - MAX_SEPTETS;
  return excess <= 0 ? text : write(`${actor.slice(0, -excess - 1).trim()}.`, isShort);
}
