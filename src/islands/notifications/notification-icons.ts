/** Icons used by notifications only. The format is that of `ui/icons.ts`. */
export const NOTIFICATION_ICONS = {
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5c-3.5 0-6.5.5-8.5 2Zm0 0V20',
  wallet: 'M4 7h14.5v12H4zM4 7l11-3v3M18.5 11H14a2 2 0 0 0 0 4h4.5',
  badge: 'M12 3l7.5 3v6c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6zM8.5 12l2.5 2.5 4.5-5',
  refund: 'M4 5v5h5M4.5 10A8 8 0 1 1 4 14',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l3.5 2.5',
  megaphone: 'M4 10v4h3l9 5V5L7 10zM19 9.5a3.5 3.5 0 0 1 0 5M8 14.5l1 5h2.5',
  truck:
    'M2.5 6H14v10.5M14 9.5h4l3.5 3.5v3.5h-2.3M14 16.5H9.7M5.3 16.5H2.5V6M5.3 17.5a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0M14.8 17.5a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0',
} as const;
