import type { DemoNotification } from '#demo/types.ts';

import { notificationTo, read, unread } from './notification-to.ts';

const notification = notificationTo(null);
const title = 'New in EduHub';

/** Each is a single row for all members. */
export const everyoneNotifications: DemoNotification[] = [
  notification(
    'eduhub-published',
    [title, 'Black soldier fly: feed from what the market throws away'],
    { resource: 'black-soldier-fly' },
    unread(2 * 1_440 + 35),
  ),
  notification(
    'eduhub-published',
    [title, 'Green corn stalks in drums: silage for the dry months'],
    { resource: 'corn-silage' },
    read(19 * 1_440 + 50),
  ),
  notification(
    'eduhub-published',
    [title, 'A heap that heats: compost in eight weeks'],
    { resource: 'compost' },
    read(47 * 1_440 + 20),
  ),
];
