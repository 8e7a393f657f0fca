/**
 * The icons of islands, each one path: 24 x 24, stroked, with round ends. The icons of pages are in `layouts/icons.ts`.
 */
export const ICONS = {
  close: 'M6 6l12 12M18 6 6 18',
  bell: 'M6 9a6 6 0 1 1 12 0c0 6 2.5 7 2.5 8h-17C3.5 16 6 15 6 9Zm4 11.5a2.2 2.2 0 0 0 4 0',
  // the forum
  compass: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M15.5 8.5l-2 5-5 2 2-5z',
  comment: 'M4 5h16v11H9l-5 4z',
  people:
    'M5.5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.7 3.5 5.5',
  plus: 'M12 6v12M6 12h12',
  heart: 'M12 20S4 15 4 9.5A4.2 4.2 0 0 1 12 7.5 4.2 4.2 0 0 1 20 9.5C20 15 12 20 12 20Z',
  share: 'M12 15V4m0 0 4 4m-4-4L8 8M5 13v6h14v-6',
  search: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0M20 20l-4-4',
  more: 'M4.5 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M18.3 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5L13 16l3-3 4 4M14.5 9v.1',
  pencil: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM13.5 7l3.5 3.5',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l1 13h9l1-13M10.3 11v5.5m3.4-5.5v5.5',
  bookmark: 'M6.5 4h11v16L12 15.5 6.5 20z',
  flag: 'M6 21V4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  copy: 'M8.5 8.5H20V20H8.5zM15.5 8.5V4H4v11.5h4.5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20v-.1',
  // the facts of a listing
  // signs
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 4 2.5 20h19zM12 10v4.5m0 2.7v.1',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  down: 'M6 9.5l6 6 6-6',
  arrow: 'M4 12h16m0 0-6-6m6 6-6 6',
  sheaf:
    'M12 21.5V3M12 8.5C9.5 8.5 7.5 7 7.5 4M12 8.5C14.5 8.5 16.5 7 16.5 4M12 13.5C9 13.5 6.5 12 6.5 8.5M12 13.5C15 13.5 17.5 12 17.5 8.5M12 18.5C9 18.5 6.5 17 6.5 13.5M12 18.5C15 18.5 17.5 17 17.5 13.5',
} as const satisfies Record<string, string>;
