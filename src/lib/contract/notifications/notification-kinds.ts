import type { Role } from '#lib/contract/people/members.ts';

/** Unread notifications are counted up to this number: each costs a lookup when a list is read. */
export const MAX_UNREAD = 10;

/** The kinds of notifications that members can turn on and off. */
export const OPTIONAL_KINDS = [
  'like',
  'comment',
  'post',
  'alert',
  'listing',
  'saved',
  'message',
  'guide',
] as const;

/** Always shown: someone waits for the member, or has decided about them. */
const ESSENTIAL_KINDS = ['pickup', 'moderation', 'staff', 'account', 'server'] as const;

export const NOTIFICATION_KINDS = [...OPTIONAL_KINDS, ...ESSENTIAL_KINDS] as const;

export type OptionalKind = (typeof OPTIONAL_KINDS)[number];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const isNotificationKind = (kind: string): kind is NotificationKind =>
  (NOTIFICATION_KINDS as readonly string[]).includes(kind);

export const isOptional = (kind: NotificationKind): kind is OptionalKind =>
  (OPTIONAL_KINDS as readonly NotificationKind[]).includes(kind);

/** The channels that reach members who are not on the site. */
export const CHANNELS = ['email', 'push', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The kinds that each channel offers, and their defaults. SMS are sent only while no other channel reaches the
 * member. Moderation and account notices have their own emails, which cannot be turned off.
 */
const BY_CHANNEL: Record<NotificationKind, Partial<Record<Channel, boolean>>> = {
  pickup: { email: true, push: true, sms: true },
  message: { email: true, push: true },
  alert: { email: true, push: true },
  listing: { email: true, push: true },
  saved: { email: true, push: true },
  staff: { email: true, push: true },
  comment: { push: true },
  like: { push: false },
  post: { push: false },
  guide: { push: false },
  moderation: { push: true },
  account: { push: true },
  // For who looks after the server: staff choose it.
  server: { email: false, push: false },
};

/** Whether members with a role get notifications of a kind. */
export const isForRole = (kind: NotificationKind, role: Role): boolean =>
  kind !== 'server' || role === 'staff';

export const isOffered = (kind: NotificationKind, channel: Channel): boolean =>
  channel in BY_CHANNEL[kind];

export const listOffered = (channel: Channel): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => isOffered(kind, channel));

export const isOnByDefault = (kind: NotificationKind, channel: Channel): boolean =>
  BY_CHANNEL[kind][channel] ?? false;

/**
 * The kinds that are chosen together, in the order of the settings; each kind is in one group, except that of the
 * server, which staff choose by itself. A group without a kind
 * that has emails of its own is in the digest.
 */
export const NOTIFICATION_GROUPS = {
  must: ['pickup', 'message', 'staff', 'account', 'moderation'],
  near: ['alert', 'listing', 'saved'],
  rest: ['comment', 'like', 'post', 'guide'],
} as const satisfies Record<string, readonly NotificationKind[]>;
export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS;
export const GROUP_NAMES = Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[];

/** The two switches of a group, and the channels of each: a phone gets SMS where no push reaches it. */
export const GROUP_SWITCHES = {
  phone: ['push', 'sms'],
  email: ['email'],
} as const satisfies Record<string, readonly Channel[]>;
export type GroupSwitch = keyof typeof GROUP_SWITCHES;
export const SWITCH_NAMES = Object.keys(GROUP_SWITCHES) as GroupSwitch[];

/** `on`: what is on by default; `mixed`: something else was chosen, kind by kind. */
export const SWITCH_STATES = ['on', 'off', 'mixed'] as const;
export type SwitchState = (typeof SWITCH_STATES)[number];

/** The subject of an email to a member. */
export type EmailKind = NotificationKind | 'digest';

export const isEmailKind = (kind: string): kind is EmailKind =>
  kind === 'digest' || isNotificationKind(kind);

/** How often an email summarizes what a member has missed; the first is the default. */
export const DIGEST_CHOICES = ['daily', 'weekly', 'never'] as const;
export type DigestChoice = (typeof DIGEST_CHOICES)[number];

/** By default nothing is sent between these hours of the region's day. */
export const QUIET_HOURS = { from: 20, until: 6 } as const;
