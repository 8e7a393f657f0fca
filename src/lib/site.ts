/** What an operator changes to make this site theirs: names, links and contact, in one place; `site.` of lib/messages has its tagline. */
export const site = {
  name: 'Glean',
  community: 'Glean Community',
  region: 'Central Luzon',
  appDownloadUrl: 'https://play.google.com/store/apps/details?id=ph.glean.app',
  contactEmail: 'hello@glean.example',
  /** fixed, see docs/product.md, "Footer" */
  year: 2024,
} as const;

/** Of the region, by its IANA name: the days that the site shows are days there. */
export const timeZone = 'Asia/Manila';

/**
 * A page's title, e.g. `Forums | Glean`.
 * @param section the section's name
 */
export const pageTitle = (section: string): string => `${section} | ${site.name}`;

// Swedish dates are ISO 8601's.
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
