import { anaNotifications } from './notifications/ana.ts';
import { everyoneNotifications } from './notifications/everyone.ts';
import { junNotifications } from './notifications/jun.ts';
import { mariaNotifications } from './notifications/maria.ts';
import type { DemoNotification } from './types.ts';

export const notifications: DemoNotification[] = [
  ...everyoneNotifications,
  ...mariaNotifications,
  ...junNotifications,
  ...anaNotifications,
];
