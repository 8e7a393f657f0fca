/** Icons used by the profile page only. The format is that of `ui/icons.ts`. */
export const PROFILE_ICONS = {
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6',
  phone:
    'M5 4h4l1.5 5-2.3 1.7a12 12 0 0 0 5.1 5.1L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.5 1.5C10.5 20.5 3.5 13.5 3.5 5.5A1.5 1.5 0 0 1 5 4Z',
  mail: 'M3.5 5.5h17v13h-17zM3.5 7l8.5 6.5L20.5 7',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V7m7-3.5V7',
  lock: 'M5.5 11h13v9.5h-13zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM8.7 13.3a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0',
} as const;
