/** Icons of notifications only, as in `ui/icons.ts`. */
export const NOTIFICATION_ICONS = {
  book: 'M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5c-3.5 0-6.5.5-8.5 2Zm0 0V20',
  wallet: 'M4 7h14.5v12H4zM4 7l11-3v3M18.5 11H14a2 2 0 0 0 0 4h4.5',
  badge: 'M12 3l7.5 3v6c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6zM8.5 12l2.5 2.5 4.5-5',
  refund: 'M4 5v5h5M4.5 10A8 8 0 1 1 4 14',
} as const;
