import {
  MEMBER_OFFLINE_HEADER,
  SAVED_POST_HEADER,
  STORED_COPY_HEADER,
} from '#lib/contract/offline.ts';
import { PICKUPS_PATH, SAVED_PATH } from '#lib/contract/paths.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { timeZone } from '#lib/site.ts';

import { cachePage, pageLanguage } from './cached-pages.ts';
import { listMemberCaches } from './member-cache.ts';

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
const DAY = { day: 'numeric', month: 'long', timeZone } as const;

/** Formats when a page was rendered, e.g. `14:05`, or `21 November, 14:05` on another day. */
export function formatPageTime(
  renderedAt: number,
  now: number,
  locales: string | string[] = 'en-GB',
): string {
  const time = new Intl.DateTimeFormat(locales, TIME).format(renderedAt);
  const days = new Intl.DateTimeFormat(locales, DAY);
  const day = days.format(renderedAt);
  return day === days.format(now) ? time : `${day}, ${time}`;
}

// The skip link stays the first link.
const HEADER_TAG = '<header';

/** Adds a notice at the top of a stored page: there is no connection, and how old the page is. */
async function addOfflineNotice(page: Response): Promise<Response> {
  const { OFFLINE_NOTICES: notices } = import.meta.env;
  const words = notices?.[pageLanguage(page)] ?? notices?.[SOURCE];
  if (!words) return page;
  const html = await page.text();
  const renderedAt = Date.parse(page.headers.get('date') ?? '');
  const time = formatPageTime(renderedAt, Date.now(), words.locales);
  const cause = navigator.onLine ? 'server' : 'connection';
  const text = `${words.states[cause]} ${words.seen.replace('{time}', time)}`;
  // An empty URL is that of the page itself.
  const retry = `<a href="" data-astro-reload>${words.retry}</a>`;
  const notice = `<p class="offline-notice" role="status" data-offline-notice="${cause}">${text} ${retry}</p>`;
  const headers = new Headers(page.headers);
  headers.set(STORED_COPY_HEADER, '1');
  return new Response(
    html.replace(HEADER_TAG, () => notice + HEADER_TAG),
    { headers },
  );
}

// Pages of some 60 KB, and API responses of some 5 KB.
const MAX_ENTRIES = 60;
const MAX_SAVED = 40;
const MAX_AGE_MS = 14 * 86_400_000;

const isExpired = ({ headers }: Response): boolean =>
  Date.now() - Date.parse(headers.get('date') ?? '') > MAX_AGE_MS;

// Pages that members need without a signal: their pickups, and their saved posts.
const LASTING = new Set([PICKUPS_PATH, SAVED_PATH]);

const oldestOver = <T>(entries: T[], max: number): T[] =>
  entries.slice(0, Math.max(0, entries.length - max));

/** Deletes expired entries, then the oldest above the limit, starting with saved posts beyond their share. */
async function deleteOldEntries(pages: Cache): Promise<void> {
  const saved: Request[] = [];
  const others: Request[] = [];
  let lasting = 0;
  for (const key of await pages.keys()) {
    const page = await pages.match(key, { ignoreVary: true });
    const { pathname, search } = new URL(key.url);
    if (page && isExpired(page)) await pages.delete(key);
    else if (LASTING.has(pathname + search)) lasting += 1;
    else (page?.headers.has(SAVED_POST_HEADER) ? saved : others).push(key);
  }
  const surplus = oldestOver(saved, MAX_SAVED);
  // Saved posts last. The entry just stored is the newest of its kind, so it stays.
  const rest = [...others, ...saved.slice(surplus.length)];
  const excess = [...surplus, ...oldestOver(rest, MAX_ENTRIES - lasting)];
  await Promise.all(excess.map((key) => pages.delete(key)));
}

/**
 * Stores a page that a member opened when the server allows it; otherwise deletes the stored copy.
 * @param pages the member's cache
 */
export async function cacheMemberPage(pages: Cache, key: string, page: Response): Promise<void> {
  const isAllowed =
    page.status === 200 && !page.redirected && page.headers.has(MEMBER_OFFLINE_HEADER);
  if (isAllowed) await cachePage(pages, key, page);
  else await pages.delete(key);
  await deleteOldEntries(pages);
}

/** @returns the stored page of the member who is logged in, with a notice of its age */
export async function matchMemberPage(key: string): Promise<Response | undefined> {
  const [cacheName] = await listMemberCaches();
  const page = cacheName && (await caches.match(key, { cacheName, ignoreVary: true }));
  return page && !isExpired(page) ? addOfflineNotice(page) : undefined;
}

/** Deletes the stored copies of a page that redirects now. */
export async function deleteMemberPage(key: string): Promise<void> {
  for (const name of await listMemberCaches()) {
    const pages = await caches.open(name);
    await pages.delete(key);
  }
}
