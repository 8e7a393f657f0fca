import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';

/** What each kind of notifications is called in the settings, and when one comes. */
export const KIND_NAMES: Record<NotificationKind, { name: string; hint: string }> = {
  like: { name: 'Likes', hint: 'Someone likes your post.' },
  comment: { name: 'Comments', hint: 'Someone comments on your post, or where you commented.' },
  post: { name: 'New posts', hint: 'A member you follow posts.' },
  alert: { name: 'Your alerts', hint: 'A new listing fits an alert of yours.' },
  listing: { name: 'Your listings', hint: 'A reminder before a listing of yours ends.' },
  saved: { name: 'Saved posts', hint: 'What you saved for later ends tomorrow.' },
  message: { name: 'Messages', hint: 'Someone writes to you about a pickup.' },
  guide: { name: 'EduHub', hint: 'A new guide is there.' },
  pickup: { name: 'Pickups', hint: 'Requested, agreed, called off, or due tomorrow.' },
  moderation: { name: 'Moderation', hint: 'The staff decided about something of yours.' },
  staff: { name: 'From the co-op', hint: 'News of the staff, and of changed policies.' },
  account: { name: 'Your account', hint: 'A copy of your data is ready.' },
};
