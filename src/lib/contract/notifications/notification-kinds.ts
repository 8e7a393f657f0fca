/** More unread notifications are not counted: each costs a look when a list is read. */
export const MAX_UNREAD = 10;

/** What notifications are about: members turn these off and on. */
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

/** These are always shown: somebody waits for the member, or has decided about them. */
const ESSENTIAL_KINDS = ['pickup', 'moderation', 'staff', 'account'] as const;

export const NOTIFICATION_KINDS = [...OPTIONAL_KINDS, ...ESSENTIAL_KINDS] as const;

export type OptionalKind = (typeof OPTIONAL_KINDS)[number];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** @returns whether a text is a kind of this version */
const isNotificationKind = (kind: string): kind is NotificationKind =>
  (NOTIFICATION_KINDS as readonly string[]).includes(kind);

/** @returns whether a member may turn it off */
export const isOptional = (kind: NotificationKind): kind is OptionalKind =>
  (OPTIONAL_KINDS as readonly NotificationKind[]).includes(kind);

/** How a notification reaches a member who is not looking. */
export const CHANNELS = ['email', 'push', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * Which kinds can go out by each channel, and whether they do unless a member says otherwise: by SMS only while nothing else
 * reaches the member. Those of moderation and of the account have emails of their own, which cannot be turned off.
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
};

/** @returns whether a kind can go out by a channel */
export const isOffered = (kind: NotificationKind, channel: Channel): boolean =>
  channel in BY_CHANNEL[kind];

/** @returns the kinds that can go out by a channel */
export const listOffered = (channel: Channel): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => isOffered(kind, channel));

/** @returns whether a kind goes out by a channel unless a member says otherwise */
export const isOnByDefault = (kind: NotificationKind, channel: Channel): boolean =>
  BY_CHANNEL[kind][channel] ?? false;

/** What an email to a member is about. */
export type EmailKind = NotificationKind | 'digest';

/** @returns whether a text is what emails can be about */
export const isEmailKind = (kind: string): kind is EmailKind =>
  kind === 'digest' || isNotificationKind(kind);

/** How often an email tells a member what they have missed; the first unless they say otherwise. */
export const DIGEST_CHOICES = ['daily', 'weekly', 'never'] as const;
export type DigestChoice = (typeof DIGEST_CHOICES)[number];

/** Hours of the region's day between which nothing goes out, unless a member says otherwise. */
export const QUIET_HOURS = { from: 20, until: 6 } as const;
