/** What a community sets for its site, at `/staff/site` or with `operator site` (docs/operations.md). */
export interface SiteSettings {
  name: string;
  community: string;
  region: string;
  /** by language; in others it is that of lib/messages */
  taglines: Partial<Record<string, string>>;
  /** emails come from it, and members and authorities write to it */
  contactEmail: string;
  /** where the app is downloaded; empty without one */
  appDownloadUrl: string;
}

/** The settings of a new site. */
export const NEW_SITE: Readonly<SiteSettings> = {
  name: 'Glean',
  community: 'Glean Community',
  region: 'Central Luzon',
  taglines: {},
  contactEmail: 'hello@glean.example',
  appDownloadUrl: 'https://play.google.com/store/apps/details?id=ph.glean.app',
};

// Scripts of pages only need the name, which each page states (layouts/document/Base.astro).
const inBrowser = (): Partial<SiteSettings> => {
  const { document } = globalThis as { document?: Document };
  const name = document?.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;
  return name ? { name } : {};
};

let current = { version: 0, settings: { ...NEW_SITE, ...inBrowser() } };

/**
 * Sets what `site` shows from now on. The server does so before its first request, and when the settings change.
 * @param version rises with each change
 */
export function setSite(version: number, settings: SiteSettings): void {
  current = { version, settings };
}

/** The site's settings, as they are now. */
export const site = {
  /** fixed, see docs/product.md, "Footer" */
  year: 2024,
  get version() {
    return current.version;
  },
  get name() {
    return current.settings.name;
  },
  get community() {
    return current.settings.community;
  },
  get region() {
    return current.settings.region;
  },
  get taglines() {
    return current.settings.taglines;
  },
  get contactEmail() {
    return current.settings.contactEmail;
  },
  get appDownloadUrl() {
    return current.settings.appDownloadUrl;
  },
};

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
