import { isNavigating } from '#islands/ui/is-navigating.ts';
import { OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { type CachedPage, listCachedPages } from '#lib/client/offline/list-cached-pages.ts';
import { canSavePages, removeSavedPage } from '#lib/client/offline/saved-pages.ts';

function createRow(template: HTMLTemplateElement, page: CachedPage): DocumentFragment {
  const row = template.content.cloneNode(true) as DocumentFragment;
  const [link, size, summary, button] = ['a', 'span', 'summary', 'button'].map((name) =>
    row.querySelector(name),
  );
  if (link instanceof HTMLAnchorElement)
    Object.assign(link, { href: page.path, textContent: page.title });
  if (size) size.textContent = page.size;
  summary?.setAttribute('aria-label', `Remove ${page.title}`);
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

/** Lists the stored pages on the offline page, and reloads a fallback once the connection is back. */
export function initOfflinePage(): void {
  renderOfflinePage();
  addEventListener('online', () => {
    if (findFallback() && !isNavigating()) location.reload();
  });
}
