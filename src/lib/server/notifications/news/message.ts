// What a message is. Each is one row of `messages.ts`: its words in the bell, and a decision for each channel.
import type { Repeat } from '#lib/contract/exchange/rounds.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';
import type { MessageParams } from '#lib/messages/message-params.ts';
import { type MessageKey, t } from '#lib/messages/t.ts';
import type {
  AmountAppointment,
  AppointmentTable,
  ListingTable,
} from '#lib/server/platform/db/schema.ts';
import type { AppointmentNews, ListingHelp } from '#lib/server/platform/notification-events.ts';

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

/** What the texts of the bell may show. */
export interface BellValues extends Facts {
  day: string;
  count: number;
  machine: string;
  material: string;
  town: string;
}

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

/** A listing as its emails describe it. */
export interface ListingFacts extends Pick<
  ListingTable,
  'kind' | 'material' | 'town' | 'status' | 'until'
> {
  /** whether a member has requested it, whatever became of it */
  isRequested: boolean;
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

/** The parts of an email that differ by what happened. */
export interface EmailWords {
  subject: string;
  paragraphs: string[];
  /** of the button */
  label: string;
  /** what the button opens; without it, the page that the notification is about */
  path?: string;
  /** a second button */
  other?: { label: string; path: string };
}

export type WriteEmail = (facts: EmailFacts) => EmailWords;

/** An appointment as its SMS describe it. */
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

/** What the texts of SMS may show. */
export interface SmsValues {
  actor: string;
  /** `Sat 28 Nov` */
  day: string;
  /** `Sat 28 Nov, Guimba` */
  where: string;
  /** `rice straw, Sat 28 Nov, Guimba` */
  what: string;
  material: string;
  /** `30 bundles of rice straw` */
  amount: string;
  machine: string;
  /** how many pickups it is about */
  count: number;
}

/** The keys of an area whose texts show no more than these values. */
type KeyOf<Values, Area extends string> = {
  [K in MessageKey & `${Area}.${string}`]: K extends keyof MessageParams
    ? Values extends MessageParams[K]
      ? K
      : never
    : K;
}[MessageKey & `${Area}.${string}`];

/** The key of a text, or what makes it. */
export type Text<Values, Area extends string> = KeyOf<Values, Area> | ((values: Values) => string);

export type BellText = Text<BellValues, 'notification'>;

/** @returns a text in the language of the request */
export const say = <Values extends object>(
  text: string | ((values: Values) => string),
  values: Values,
): string =>
  typeof text === 'string' ? t(text as keyof MessageParams, values as never) : text(values);

/** What goes out by SMS costs money, and of a day only three do. */
export interface Sms {
  /** somebody waits for the reader's word; it changes whether, where or with whom they go on a day; or who acts for them */
  why: 'awaited' | 'day' | 'account';
  text: Text<SmsValues, 'sms'>;
}

/** The rest waits until its reader logs in: it is of a day that is over, was in an SMS before, comes again and again, or has time. */
type Silent = 'over' | 'heard before' | 'often' | 'has time';

/** What a message is about may have changed by the time it goes out. */
export interface About {
  appointment: Pick<AppointmentTable, 'status'> | null;
  listing: ListingFacts | null;
  details: Details;
}

/** What else is to be decided of a message; what is left out does not hold. */
export interface Rules {
  /** what its email does to the recipient's calendar */
  calendar?: 'PUBLISH' | 'CANCEL';
  /** it happens again and again: the last replaces those before */
  repeated?: boolean;
  /** of what is requested or agreed for each round, it is about all of them */
  ofEachRound?: boolean;
  /** other news of the same thing: of both only the latest is there */
  sameAs?: AppointmentNews;
  /** it names no actor, as news of a member are hidden from who is blocked or outlives them */
  anonymous?: boolean;
  /** it stays when the other member is erased, and so has no word of theirs */
  outlives?: boolean;
  /** it calls something off: about today it comes through quiet hours, as somebody may be on the way */
  callsOff?: boolean;
  /** of those that wait to go out about a booking, only the latest is so */
  onlyLatest?: boolean;
  /** whether it still says how things are: it is not sent otherwise */
  isStillSo?: (about: About) => boolean;
  /** what its actor has begun and may have ended: to go with the reader's truck, to look after the reader, or to be looked after by them */
  begins?: 'load' | 'steward' | 'person';
  /** the page where one does what it calls for, where that is not the page of its subject */
  path?: (link: string | null, details: Details) => string | null;
}

/** A message: a row. */
export interface Message extends Rules {
  /** of an amount, of a half day, or of neither */
  subject?: 'amount' | 'half_day';
  kind: NotificationKind;
  type: NotificationType;
  /** in the bell, and of it on a lock screen */
  title: BellText;
  content: BellText;
  /** null: it has none */
  email: WriteEmail | null;
  push: boolean;
  sms: Sms | Silent;
  /** where a digest lists it */
  digest: 'requests' | 'alerts' | 'reactions' | 'posts' | 'guides' | null;
}
