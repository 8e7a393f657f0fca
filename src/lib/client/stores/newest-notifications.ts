import { atom } from 'nanostores';

import type { NotificationPage } from '#lib/contract/notifications/notifications.ts';

/** The newest notifications of the last poll; null before the first. */
export const newestNotifications = atom<NotificationPage | null>(null);
