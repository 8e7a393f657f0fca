import { NOTIFICATION_ICONS } from '#islands/notifications/notification-icons.ts';
import { PROFILE_ICONS } from '#islands/profile/profile-icons.ts';
import { ICONS as ISLAND_ICONS } from '#islands/ui/icons.ts';
import { LISTING_ICONS } from '#islands/ui/post/listing-icons.ts';

/** The icons of pages and islands, by name. Icons only used by pages are here, so that no script includes them. */
export const ICONS = {
  ...ISLAND_ICONS,
  ...LISTING_ICONS,
  ...PROFILE_ICONS,
  ...NOTIFICATION_ICONS,
  block: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M5.7 5.7l12.6 12.6',
  leaf: 'M5 19C4 10 9 4.5 20 4.5 20.5 15 15 19.5 7 17.5M5 20.5c1.5-5 4.5-8 9-10',
  home: 'M4 11.2 12 4l8 7.2M6 9.6V20h4.5v-5.5h3V20H18V9.6',
  forums: 'M4 4.5h13v9.5H9l-5 4zM11 17.5h4.5l4.5 3.5V10',
  info: 'M12 11v5.5m0-9v.1M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
  filters:
    'M4 7h8m6 0h2M4 17h2m6 0h8M12 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M6 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  map: 'M3.5 6.5 9 4l6 2.5L20.5 4v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  logout: 'M11 4H5v16h6M10 12h10m0 0-4-4m4 4-4 4',
  link: 'M10 14a4 4 0 0 0 5.7.3l3-3a4 4 0 0 0-5.7-5.7L11.7 7M14 10a4 4 0 0 0-5.7-.3l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.4',
  download: 'M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4 20h16',
  key: 'M3.5 15.5a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0M11.2 12.3 20 3.5M16.8 6.7l3 3M13.6 9.9l2 2',
  display: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 3v18M12 7.5l6.5-2M12 12h9M12 16.5l6.5 2',
  back: 'M20 12H4m0 0 6-6m-6 6 6 6',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5V8.5h5M9 13h6.5M9 16.5h6.5',
  basket: 'M3 10h18l-2.5 10h-13zM7 10l4-6.5M17 10l-4-6.5M9.5 13.5v3.5m5-3.5v3.5',
  globe: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M3 12h18M12 3c-5 5.5-5 12.5 0 18 5-5.5 5-12.5 0-18',
  github:
    'M9 20.5c-4 1.3-4-2-5.5-2.5M15 21v-3.4c0-1 .1-1.4-.5-2 2.8-.3 5.5-1.4 5.5-6a4.7 4.7 0 0 0-1.3-3.2 4.3 4.3 0 0 0-.1-3.2s-1.1-.3-3.6 1.3a12 12 0 0 0-6 0C6.5 2.9 5.4 3.2 5.4 3.2a4.3 4.3 0 0 0-.1 3.2A4.7 4.7 0 0 0 4 9.6c0 4.6 2.7 5.7 5.5 6-.6.6-.6 1.2-.5 2V21',
  linkedin: 'M4 4h16v16H4zM8 10.5V16M8 7.8v.1M11.5 16v-5.5M11.5 13.5c0-4 5-4 5 0V16',
  facebook:
    'M14 21v-7.5h3l.5-3.5H14V8.2c0-1.3.7-2 2-2h1.5V3.2C14 2.5 10.5 3.5 10.5 7.5V10h-3v3.5h3V21',
} as const satisfies Record<string, string>;

export type IconName = keyof typeof ICONS;
