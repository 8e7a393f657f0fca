/** More unread notifications are not counted: each costs a look when a list is read. */
export const MAX_UNREAD = 10;

/** What notifications are about: members turn these off and on. */
export const OPTIONAL_KINDS = [
  'like',
  'comment',
  'post',
  'alert',
  'listing',
  'message',
  'guide',
] as const;

/** These are always shown: somebody waits for the member, or has decided about them. */
const ESSENTIAL_KINDS = ['pickup', 'moderation', 'staff', 'account'] as const;

export const NOTIFICATION_KINDS = [...OPTIONAL_KINDS, ...ESSENTIAL_KINDS] as const;

export type OptionalKind = (typeof OPTIONAL_KINDS)[number];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** @returns whether a member may turn it off */
export const isOptional = (kind: NotificationKind): kind is OptionalKind =>
  (OPTIONAL_KINDS as readonly NotificationKind[]).includes(kind);
