// The definition of a message: one row of `messages.ts`, with its texts and a rule for each channel.
import type { SiteCheckName } from '#lib/contract/app/site-checks.ts';
import type { Repeat } from '#lib/contract/exchange/rounds.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';
import type { MessageParams } from '#lib/messages/message-params.ts';
import { type MessageKey, t } from '#lib/messages/t.ts';
import type {
  AlertPhase,
  AmountAppointment,
  AppointmentTable,
  ListingTable,
} from '#lib/server/platform/db/schema.ts';
import type { AppointmentNews, ListingHelp } from '#lib/server/platform/notification-events.ts';

/** Facts that no other row stores, or not for as long. Each message has its own. */
export interface Details extends Partial<ListingHelp> {
  /** the title of the subject, if no link leads to it */
  subject?: string;
  /** of a listing */
  material?: string;
  /** the PSGC code of a town */
  town?: string;
  /** YYYY-MM-DD; the day of a pickup, or a listing's last day */
  day?: string;
  /** the id of a pickup */
  pickup?: string;
  /** for a message about all pickups of an agreement for each round */
  every?: Repeat;
  /** the ids of later pickups that ended with it */
  more?: string[];
  /** the id of the person concerned: their steward is notified, too */
  person?: string;
  /** whether the reader's steward acted on their behalf */
  inPlace?: true;
  /** the id of a booking, with its machine and half day */
  booking?: string;
  machine?: string;
  half?: string;
  /** of the site itself, for staff */
  check?: SiteCheckName;
  phase?: AlertPhase;
}

/** The facts of a message when it is read. */
export interface Facts {
  /** the current name of the member who caused it; empty when none did */
  actor: string;
  /** how many further members did the same */
  others: number;
  /** the title of the post or guide; empty without one */
  subject: string;
  /** the current text of the comment; null when it is deleted */
  comment: string | null;
  /** the name of the person concerned, for a reader who looks after them */
  person?: string | null;
  details: Details;
}

/** The values that fill the placeholders in texts of the bell. */
export interface BellValues extends Facts {
  day: string;
  count: number;
  machine: string;
  material: string;
  town: string;
}

/** The facts about a pickup in emails. */
export interface PickupFacts extends Pick<
  AmountAppointment,
  'id' | 'kind' | 'material' | 'town' | 'amount' | 'unit' | 'day' | 'status'
> {
  /** the title of the post; null when it is deleted */
  title: string | null;
  /** the whole amount of the listing; null when unknown */
  total: number | null;
  /** whether the recipient gives it away */
  isGiving: boolean;
  /** for a message about all pickups of an agreement for each round */
  every?: Details['every'];
}

/** The facts about a listing in emails. */
export interface ListingFacts extends Pick<
  ListingTable,
  'kind' | 'material' | 'town' | 'status' | 'until'
> {
  /** whether a member ever requested it */
  isRequested: boolean;
}

/** The facts of an email. */
export interface EmailFacts {
  /** the name of the member who caused it; empty when none did */
  actor: string;
  /** title and content in the bell */
  title: string;
  content: string;
  /** the title of the post; empty without one */
  subject: string;
  pickup: PickupFacts | null;
  listing: ListingFacts | null;
  details: Details;
}

/** The texts and links of an email that depend on the event. */
export interface EmailWords {
  subject: string;
  paragraphs: string[];
  /** the label of the button */
  label: string;
  /** the target of the button; by default the page of the notification's subject */
  path?: string;
  /** a second button */
  other?: { label: string; path: string };
}

export type WriteEmail = (facts: EmailFacts) => EmailWords;

/** The facts about an appointment in SMS. */
export interface SmsFacts {
  /** the name of the member who caused it; empty when none did */
  actor: string;
  /** the name of the person concerned, for a reader who looks after them */
  person?: string | null;
  material: string;
  /** null for the whole amount */
  amount: number | null;
  unit: string | null;
  /** YYYY-MM-DD */
  day: string;
  /** its PSGC code */
  town: string | null;
  /** the machine of a booking, with its half day */
  machine?: string;
  half?: string;
  /** for a message about all pickups of an agreement for each round */
  every?: Details['every'];
  /** the ids of later pickups that ended with it */
  more?: Details['more'];
  /** leaves out what the reader already knows, to save space */
  isShort?: boolean;
}

/** The values that fill the placeholders in SMS. */
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
  /** how many pickups the message is about */
  count: number;
}

/** The message keys of an area whose texts use no other values. */
type KeyOf<Values, Area extends string> = {
  [K in MessageKey & `${Area}.${string}`]: K extends keyof MessageParams
    ? Values extends MessageParams[K]
      ? K
      : never
    : K;
}[MessageKey & `${Area}.${string}`];

/** A key of a text, or a function that writes it. */
export type Text<Values, Area extends string> = KeyOf<Values, Area> | ((values: Values) => string);

export type BellText = Text<BellValues, 'notification'>;

/** @returns the text in the language of the request */
export const writeText = <Values extends object>(
  text: string | ((values: Values) => string),
  values: Values,
): string =>
  typeof text === 'string' ? t(text as keyof MessageParams, values as never) : text(values);

/** SMS cost money, and a member gets at most three a day. */
export interface Sms {
  /** someone waits for the reader's reply; a day, place or partner changes; or the reader's steward changes */
  why: 'awaited' | 'day' | 'account';
  text: Text<SmsValues, 'sms'>;
}

/** Why a message has no SMS: its day is over, an earlier SMS had the news, it comes too often, or it has time. */
type Silent = 'over' | 'heard before' | 'often' | 'has time';

/** The current state of a message's subject, which may have changed before it is sent. */
export interface About {
  appointment: Pick<AppointmentTable, 'status'> | null;
  listing: ListingFacts | null;
  details: Details;
}

/** Further rules of a message; missing ones are false. */
export interface Rules {
  /** the calendar method of its email */
  calendar?: 'PUBLISH' | 'CANCEL';
  /** may be repeated: the latest replaces earlier ones */
  repeated?: boolean;
  /** about all appointments of a request or agreement for each round */
  ofEachRound?: boolean;
  /** shares its key with other news: only the latest of both remains */
  sameAs?: AppointmentNews;
  /** names no actor, so that it is visible despite blocks, and stays after the actor is erased */
  anonymous?: boolean;
  /** stays when the other member is erased, and so contains no text of theirs */
  outlives?: boolean;
  /** calls something off: for today's appointment it ignores quiet hours, since someone may be on the way */
  callsOff?: boolean;
  /** of queued deliveries about a booking, only the latest is sent */
  onlyLatest?: boolean;
  /** whether it is still true; otherwise it is not sent */
  isStillSo?: (about: About) => boolean;
  /** the relation that its actor began and may have ended: a load on the reader's truck, or a stewardship */
  begins?: 'load' | 'steward' | 'person';
  /** the page for the action it calls for, if that is not the subject's page */
  path?: (link: string | null, details: Details) => string | null;
}

/** A message: a row of the table. */
export interface Message extends Rules {
  /** for an amount, a half day, or neither */
  subject?: 'amount' | 'half_day';
  kind: NotificationKind;
  type: NotificationType;
  /** for the bell, and in part for lock screens */
  title: BellText;
  content: BellText;
  /** null: none is sent */
  email: WriteEmail | null;
  push: boolean;
  sms: Sms | Silent;
  /** the part of a digest that lists it */
  digest: 'requests' | 'alerts' | 'reactions' | 'posts' | 'guides' | null;
}
