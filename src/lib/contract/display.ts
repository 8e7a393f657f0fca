// How pages look on a device: in cookies, so that it is for guests, too. Without Zod.

/** The page where a device's theme, text size and data saver are chosen. */
export const DISPLAY_PATH = '/display';

export const THEMES = ['system', 'light', 'dark'] as const;
/** In percent of the browser's. */
export const TEXT_SIZES = ['100', '115', '130'] as const;

/** What was chosen on a device; by default what the system and the browser say. */
export interface Display {
  theme: (typeof THEMES)[number];
  textSize: (typeof TEXT_SIZES)[number];
}
