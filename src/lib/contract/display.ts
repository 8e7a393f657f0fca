// How pages look on a device: stored in cookies, so that guests can choose, too. Without Zod.

/** The page for a device's theme, text size and data saver. */
export const DISPLAY_PATH = '/display';

export const THEMES = ['system', 'light', 'dark'] as const;
/** In percent of the browser's text size. */
export const TEXT_SIZES = ['100', '115', '130'] as const;

/** The settings of a device; by default those of its system and browser. */
export interface Display {
  theme: (typeof THEMES)[number];
  textSize: (typeof TEXT_SIZES)[number];
}
