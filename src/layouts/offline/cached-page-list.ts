import { OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { type CachedPage, listCachedPages } from '#lib/client/offline/list-cached-pages.ts';
import { canSavePages, removeSavedPage } from '#lib/client/offline/saved-pages.ts';

function createRow(template: HTMLTemplateElement, page: CachedPage): DocumentFragment {
  const row = template.content.cloneNode(true) as DocumentFragment;
  const [link, size, button] = ['a', 'span', 'button'].map((name) => row.querySelector(name));
  if (link instanceof HTMLAnchorElement)
    Object.assign(link, { href: page.path, textContent: page.title });
  if (size) size.textContent = page.size;
  button?.setAttribute('aria-label', `Remove ${page.title}`);
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

/** Lists the stored pages; at its own URL the offline page is no fallback for another. */
function renderOfflinePage(): void {
  const away = document.querySelector('[data-fallback]');
  if (!away) return;
  const isOwnPage = location.pathname === OFFLINE_PAGE;
  away.toggleAttribute('hidden', isOwnPage);
  document.querySelector('[data-offline-title]')?.toggleAttribute('hidden', !isOwnPage);
  void renderCachedPages();
}

// A navigation may be cancelled without an event.
const NAVIGATION_TIMEOUT_MS = 10_000;

/** When the last navigation began, which a reload would cancel: milliseconds since the page was opened. */
let navigationStart = -Infinity;
const markArrival = () => {
  navigationStart = -Infinity;
};
const markNavigation = () => {
  navigationStart = performance.now();
};
const isNavigating = () => performance.now() - navigationStart < NAVIGATION_TIMEOUT_MS;

/** Lists the stored pages on the offline page, and reloads a fallback once the connection is back. */
export function initOfflinePage(): void {
  addEventListener('beforeunload', markNavigation);
  // The browser's history may restore the page.
  addEventListener('pageshow', markArrival);
  renderOfflinePage();
  addEventListener('online', () => {
    if (findFallback() && !isNavigating()) location.reload();
  });
}
