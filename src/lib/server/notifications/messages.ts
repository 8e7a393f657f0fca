import { materialName, townName } from '#lib/contract/exchange/listing-choices.ts';
import { isMaterial } from '#lib/contract/exchange/materials.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';
import type {
  ListingHelp,
  ListingLack,
  PickupNews,
} from '#lib/server/platform/notification-events.ts';

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
  details: Details;
}

interface Message {
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

function andOthers({ actor, others }: Facts): string {
  if (others === 0) return actor;
  return others === 1 ? `${actor} and 1 other` : `${actor} and ${others} others`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const materialOf = ({ material = '' }: Details): string =>
  isMaterial(material) ? materialName(material) : material;

const townOf = ({ town = '' }: Details): string => townName(town) ?? town;

const subjectOf = ({ subject, details }: Facts): string => subject || (details.subject ?? '');

const pickup = (title: (actor: string) => string): Message => ({
  kind: 'pickup',
  type: 'forum',
  title: ({ actor }) => title(actor),
  content: subjectOf,
});

const listing = (title: string): Message => ({
  kind: 'listing',
  type: 'forum',
  title: () => title,
  content: subjectOf,
});

const LACKS: Record<ListingLack, string> = {
  photo: 'to add a photo',
  truck: 'to say whether a truck can reach it',
  price: 'to give a price, or say that it’s free',
};
const LIST = new Intl.ListFormat('en-GB');

/** @returns what helps a listing that was not requested, in two sentences */
export function helpOf({ missing = [], alerts = 0 }: Details): [missing: string, alerts: string] {
  const lacks = missing.map((lack) => LACKS[lack]);
  const members = alerts === 1 ? '1 member has' : `${alerts === 0 ? 'No' : alerts} members have`;
  return [
    lacks.length > 0
      ? `It helps ${LIST.format(lacks)}.`
      : 'It says all that helps. You can share its link.',
    `${members} an alert that matches it.`,
  ];
}

const PICKUPS: Record<`pickup_${PickupNews}`, Message> = {
  pickup_requested: pickup((member) => `${member} can take it`),
  pickup_offered: pickup((member) => `${member} can bring it`),
  pickup_ordered: pickup((member) => `${member} would like it`),
  pickup_agreed: pickup((member) => `${member} agreed`),
  pickup_declined: pickup((member) => `${member} said not this time`),
  pickup_placed: pickup((member) => `${member} said where exactly to meet`),
  pickup_calledOff: pickup((member) => `${member} called the pickup off`),
  pickup_ended: pickup(() => 'A pickup was called off'),
  pickup_deleted: pickup(() => 'A pickup was called off: its post was deleted'),
  // With no words of the member who leaves: it stays when they are erased.
  pickup_left: {
    ...pickup(() => 'A pickup was called off: the other member left'),
    content: ({ details }) => `${materialOf(details)}, ${DAY.format(new Date(details.day ?? 0))}`,
  },
  pickup_message: { ...pickup((member) => `${member} wrote about the pickup`), kind: 'message' },
  pickup_unanswered: pickup(
    () => 'Your pickup day has passed, and no one agreed. Request another day',
  ),
  pickup_waiting: pickup((member) => `${member} still waits for your reply`),
  pickup_unheard: pickup((member) => `${member} hasn’t replied yet`),
  pickup_past: pickup(() => 'How did the pickup go?'),
  pickup_tomorrow: pickup(() => 'Your pickup is tomorrow. Still coming?'),
  pickup_outcome: pickup((member) => `${member} said how the pickup went`),
  pickup_differing: pickup((member) => `${member} gave a different amount. Please check yours`),
  pickup_corrected: pickup((member) => `${member} corrected how the pickup went`),
};

/** The English words of the notifications that the site makes, by the name that is stored. */
export const MESSAGES = {
  liked: {
    kind: 'like',
    type: 'forum',
    title: (facts) => `${andOthers(facts)} liked your post`,
    content: subjectOf,
  },
  commented: {
    kind: 'comment',
    type: 'forum',
    title: (facts) => `${andOthers(facts)} commented`,
    content: (facts) => excerpt(facts.comment ?? subjectOf(facts)),
  },
  posted: {
    kind: 'post',
    type: 'forum-new-post',
    title: ({ actor }) => `${actor} posted`,
    content: subjectOf,
  },
  guide: {
    kind: 'guide',
    type: 'eduhub-published',
    title: () => 'New in EduHub',
    content: subjectOf,
  },
  still_there_offer: listing('Is this still there?'),
  still_there_need: listing('Do you still need this?'),
  still_there_service: listing('Do you still offer this?'),
  unrequested: {
    ...listing('No request for your listing yet'),
    content: (facts) => [`“${subjectOf(facts)}”.`, ...helpOf(facts.details)].join(' '),
  },
  ends_tomorrow: listing('Your listing ends tomorrow'),
  last_day: listing('This is the last day of your listing'),
  new_listing: {
    kind: 'alert',
    type: 'forum',
    title: ({ details }) => `New for your alert: ${materialOf(details)} in ${townOf(details)}`,
    content: subjectOf,
  },
  // The day, as it may be read later.
  saved_ends: {
    kind: 'saved',
    type: 'forum',
    title: ({ details }) => `You saved this: it ends on ${DAY.format(new Date(details.day ?? 0))}`,
    content: subjectOf,
  },
  email_rejected: {
    kind: 'account',
    type: 'verification-action',
    title: () => 'Your email address rejected an email of ours',
    content: () => 'We send no more. See your notification settings.',
  },
  export_ready: {
    kind: 'account',
    type: 'verification-action',
    title: () => 'Your data is ready',
    content: () => 'Download it in Account Settings, under Privacy.',
  },
  ...PICKUPS,
} as const satisfies Record<string, Message>;

export type MessageName = keyof typeof MESSAGES;

export const isMessage = (name: string): name is MessageName => Object.hasOwn(MESSAGES, name);

/** @returns title and content; null for a message of another version */
export function readMessage(name: string, facts: Facts): { title: string; content: string } | null {
  if (!isMessage(name)) return null;
  const message: Message = MESSAGES[name];
  return { title: message.title(facts), content: message.content(facts) };
}
