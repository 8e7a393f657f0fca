import { isNavigating } from '#islands/ui/is-navigating.ts';
import { CACHES, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { listMemberCaches } from '#lib/client/offline/member-cache.ts';
import { canSavePages, removeSavedPage } from '#lib/client/offline/saved-pages.ts';
import { PICKUPS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

/** A cached page in the list of the offline page. */
interface CachedPage {
  path: string;
  title: string;
  /** URLs of the images cached with it */
  images: string[];
  /** e.g. `412 KB`; empty for a page that was visited but not saved */
  size: string;
}

// Pages without content to read: messages, errors and the offline page.
const NOT_LISTED =
  /^\/(?:offline|goodbye|thank-you|login|forgot-password|unauthorized|email-change|join|404|500)(?:\/|$)/;

/** The rank of a page: appointments, guides, listings, then others. */
function rankOf(path: string): number {
  if (path === PICKUPS_PATH) return -1;
  if (path.startsWith('/eduhub/')) return 0;
  return path.startsWith('/exchange/') ? 1 : 2;
}

/** All forum pages share one title, so their heading is used. */
const titleOf = (path: string, page: Document): string => {
  if (path === '/eduhub') return 'EduHub';
  const heading = path.startsWith('/forums/') && page.querySelector('h1')?.textContent.trim();
  return heading || page.title.split(' | ', 1)[0] || '';
};

/** Reads title and size of a page. The title is without the names of the site and the section. */
function toCachedPage(address: string, html: string): CachedPage {
  const { pathname, search } = new URL(address);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { save = '', size = '' } = page.querySelector<HTMLElement>('[data-save]')?.dataset ?? {};
  const images = save.split(' ').filter(Boolean);
  return { path: pathname + search, title: titleOf(pathname, page), size, images };
}

async function readPages(name: string): Promise<CachedPage[]> {
  const pages = await caches.open(name);
  const read = async (request: Request) => {
    const page = await pages.match(request, { ignoreVary: true });
    return toCachedPage(request.url, (await page?.text()) ?? '');
  };
  const all = await pages.keys();
  const requests = all.filter(({ url }) => !new URL(url).pathname.startsWith('/api/'));
  return (await Promise.all(requests.map(read))).toReversed();
}

/** The saved pages and the other visited ones, by rank and then newest first. */
async function listCachedPages(): Promise<{ saved: CachedPage[]; visited: CachedPage[] }> {
  const saved = await readPages(CACHES.saved);
  const paths = new Set(saved.map(({ path }) => path));
  const visited: CachedPage[] = [];
  for (const name of [...(await listMemberCaches()), CACHES.visited])
    visited.push(...(await readPages(name)));
  const listed = visited.filter(({ path }) => !paths.has(path) && !NOT_LISTED.test(path));
  return { saved, visited: listed.toSorted((a, b) => rankOf(a.path) - rankOf(b.path)) };
}

function createRow(template: HTMLTemplateElement, page: CachedPage): DocumentFragment {
  const row = template.content.cloneNode(true) as DocumentFragment;
  const [link, size, summary, button] = ['a', 'span', 'summary', 'button'].map((name) =>
    row.querySelector(name),
  );
  if (link instanceof HTMLAnchorElement)
    Object.assign(link, { href: page.path, textContent: page.title });
  if (size) size.textContent = page.size;
  summary?.setAttribute('aria-label', t('offline_page.remove_name', { title: page.title }));
  button?.addEventListener(
    'click',
    () => void removeSavedPage(page.path, page.images).then(renderCachedPages),
  );
  return row;
}

function renderList(name: string, pages: CachedPage[]): void {
  const section = document.querySelector<HTMLElement>(`[data-cached=${name}]`);
  const template = section?.querySelector('template');
  if (!section || !template) return;
  section.querySelector('ul')?.replaceChildren(...pages.map((page) => createRow(template, page)));
  section.hidden = pages.length === 0;
}

async function renderCachedPages(): Promise<void> {
  const { saved, visited } = canSavePages() ? await listCachedPages() : { saved: [], visited: [] };
  renderList('saved', saved);
  renderList('visited', visited);
  const none = document.querySelector('[data-cached-empty]');
  none?.toggleAttribute('hidden', saved.length + visited.length > 0);
}

const findFallback = () => document.querySelector('[data-fallback]:not([hidden])');

/** Lists the cached pages. At its own URL, the offline page is not a fallback. */
function renderOfflinePage(): void {
  const away = document.querySelector('[data-fallback]');
  if (!away) return;
  const isOwnPage = location.pathname === OFFLINE_PAGE;
  away.toggleAttribute('hidden', isOwnPage);
  document.querySelector('[data-offline-title]')?.toggleAttribute('hidden', !isOwnPage);
  void renderCachedPages();
}

/** Lists the cached pages, and reloads a fallback when the connection is back. */
export function initOfflinePage(): void {
  renderOfflinePage();
  addEventListener('online', () => {
    if (findFallback() && !isNavigating()) location.reload();
  });
}
