import { OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { type KeptPage, listKept } from '#lib/client/offline/list-cached-pages.ts';
import { canSave, remove } from '#lib/client/offline/saved-pages.ts';

function toRow(template: HTMLTemplateElement, page: KeptPage): DocumentFragment {
  const row = template.content.cloneNode(true) as DocumentFragment;
  const [link, size, button] = ['a', 'span', 'button'].map((name) => row.querySelector(name));
  if (link instanceof HTMLAnchorElement)
    Object.assign(link, { href: page.path, textContent: page.title });
  if (size) size.textContent = page.size;
  button?.setAttribute('aria-label', `Remove ${page.title}`);
  button?.addEventListener('click', () => void remove(page.path, page.pictures).then(showKept));
  return row;
}

function fill(name: string, pages: KeptPage[]): void {
  const section = document.querySelector<HTMLElement>(`[data-kept=${name}]`);
  const template = section?.querySelector('template');
  if (!section || !template) return;
  section.querySelector('ul')?.replaceChildren(...pages.map((page) => toRow(template, page)));
  section.hidden = pages.length === 0;
}

async function showKept(): Promise<void> {
  const { saved, visited } = canSave() ? await listKept() : { saved: [], visited: [] };
  fill('saved', saved);
  fill('visited', visited);
  const none = document.querySelector('[data-kept-none]');
  none?.toggleAttribute('hidden', saved.length + visited.length > 0);
}

const standIn = () => document.querySelector('[data-away]:not([hidden])');

/** Shows what is kept; at its own address the page stands in for no other. */
function showOffline(): void {
  const away = document.querySelector('[data-away]');
  if (!away) return;
  const isOwnPage = location.pathname === OFFLINE_PAGE;
  away.toggleAttribute('hidden', isOwnPage);
  document.querySelector('[data-own-title]')?.toggleAttribute('hidden', !isOwnPage);
  void showKept();
}

// Some leavings come to nothing, and nobody says so.
const LEAVING_MS = 10_000;

/** When another page was asked for, which a reload would forget; milliseconds since the page began. */
let left = -Infinity;
const stays = () => {
  left = -Infinity;
};
const leaves = () => {
  left = performance.now();
};
const isLeaving = () => performance.now() - left < LEAVING_MS;

/** Lets every offline page that is shown from now on say what is kept, and make way once the connection is back. */
export function watchConnection(): void {
  document.addEventListener('astro:before-preparation', leaves);
  addEventListener('beforeunload', leaves);
  // Also when the browser's history brings it back.
  addEventListener('pageshow', stays);
  document.addEventListener('astro:page-load', stays);
  document.addEventListener('astro:page-load', showOffline);
  addEventListener('online', () => {
    if (standIn() && !isLeaving()) location.reload();
  });
}
