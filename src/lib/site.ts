/** The site's names, links and contact, which an operator changes; the tagline is in lib/messages (`site.`). */
export const site = {
  name: 'Glean',
  community: 'Glean Community',
  region: 'Central Luzon',
  appDownloadUrl: 'https://play.google.com/store/apps/details?id=ph.glean.app',
  contactEmail: 'hello@glean.example',
  /** fixed, see docs/product.md, "Footer" */
  year: 2024,
} as const;

/** The region's IANA time zone: the site shows days of this zone. */
export const timeZone = 'Asia/Manila';

/** A page's title, e.g. `Forums | Glean`. */
export const pageTitle = (section: string): string => `${section} | ${site.name}`;

// The Swedish date format is that of ISO 8601.
const ISO_DAY = new Intl.DateTimeFormat('sv', { timeZone });

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

/**
 * @param time milliseconds since 1970
 * @returns hours and minutes of the day in the site's region
 */
export function regionClock(time: number): [hour: number, minute: number] {
  const [hour = 0, minute = 0] = CLOCK.format(time).split(':').map(Number);
  return [hour, minute];
}

/**
 * @param time milliseconds since 1970
 * @returns the day in the site's region, YYYY-MM-DD
 */
export const regionDay = (time: number): string => ISO_DAY.format(time);
