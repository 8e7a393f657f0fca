/** Icons of listings. They are not in `ui/icons.ts`, which the sign-in screen loads too. */
export const LISTING_ICONS = {
  pin: 'M12 21s-7-6-7-11.5a7 7 0 1 1 14 0C19 15 12 21 12 21M9.5 9.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  day: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  tag: 'M4 4h7.5l9 9-7.5 7.5-9-9zM8.3 8.3v.1',
} as const;
