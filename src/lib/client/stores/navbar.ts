import { atom } from 'nanostores';

import type { NotificationPage } from '#lib/contract/notifications.ts';

/** What the navbar's bell shows: the newest notifications, as the last look found them; null before the first. */
export const newestNotifications = atom<NotificationPage | null>(null);
