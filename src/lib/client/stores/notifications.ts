import { atom } from 'nanostores';

import type { NotificationPage } from '#lib/contract/notifications.ts';

/** The newest notifications, as the last look at them found them; null before the first. */
export const newestNotifications = atom<NotificationPage | null>(null);
