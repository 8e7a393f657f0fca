// Loaded after the page (Base.astro), which works without it.
import { canSavePages, isPageSaved, removeSavedPage } from '#lib/client/offline/saved-pages.ts';
import { t } from '#lib/messages/t.ts';

/** Opens the clicked image full screen, or the image file if the viewer cannot be loaded. */
function handleImageClick(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('[data-image-link]');
  const image = link && link.querySelector('img');
  // With a modifier key, the browser opens a new tab.
  if (!image || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  import('#islands/ui/image-viewer/image-viewer.ts').then(
    ({ openImageViewer }) => openImageViewer([image], 0, t('eduhub.viewer')),
    () => location.assign(link.href),
  );
}

/** Announces that the links of images open a dialog; without this script they open the file. */
function initImageLinks(): void {
  for (const link of document.querySelectorAll('[data-image-link]')) link.ariaHasPopup = 'dialog';
}

// On the document, which stays when the router swaps pages.
document.addEventListener('click', handleImageClick);

const ROOT_MARGIN = '800px';

/** A loaded page of the list, stored by its URL, because a guest who comes back gets a new document. */
interface StoredPage {
  page: string;
  at: number;
}

function getFreshPage(href: string, seconds: number): string | undefined {
  const stored = sessionStorage.getItem(href);
  if (!stored) return undefined;
  const { page, at } = JSON.parse(stored) as StoredPage;
  return Date.now() - at < seconds * 1000 ? page : undefined;
}

function storePage(href: string, page: string): void {
  try {
    sessionStorage.setItem(href, JSON.stringify({ page, at: Date.now() } satisfies StoredPage));
  } catch {
    // Without free space, the page will be fetched again.
  }
}

const parse = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');

/** A page, or why it could not be fetched: null when offline. */
type Fetched = { page: string } | { error: string | null };

/** Fetches a page of the list without ky (8 KB, the budget of a guest's page) and without retries. */
async function fetchPage(href: string): Promise<Fetched> {
  const response = await fetch(href, { headers: { accept: 'text/html' } }).catch(() => null);
  const page = (await response?.text().catch(() => null)) ?? null;
  if (!response || page === null) return { error: null };
  if (!response.ok)
    return { error: parse(page).querySelector('[data-error-message]')?.textContent ?? null };
  storePage(href, page);
  return { page };
}

/** Changes the page without moving the focused element, such as a link below the list. */
function keepFocusInView(change: () => void): void {
  const focused = document.activeElement;
  const { top = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
  change();
  const wasInView = bottom > 0 && top < innerHeight && focused !== document.body;
  if (wasInView) focused?.scrollIntoView({ block: 'nearest' });
}

/**
 * Appends the cards of a page to the list.
 * @returns the link to the next page
 */
function appendPage(more: HTMLElement, page: string): HTMLElement | null {
  const next = parse(page);
  const cards = next.querySelectorAll('[data-cards] > li');
  keepFocusInView(() => document.querySelector('[data-cards]')?.append(...cards));
  // Announced to screen readers.
  const added = document.querySelector('[data-added]');
  if (added) added.textContent = t('eduhub.added', { count: cards.length });
  const on = next.querySelector<HTMLElement>('[data-more]');
  if (on) more.replaceWith(on);
  else more.remove();
  return on;
}

function loadNext(more: HTMLElement): void {
  const href = more.querySelector('a')?.getAttribute('href');
  const fresh = href && getFreshPage(href, Number(more.dataset['freshSeconds']));
  if (fresh) observe(appendPage(more, fresh));
  else if (href) void fetchMore(more, href);
}

/** Shows the error in a toast, or on the page if toasts cannot be loaded. */
async function showError(more: HTMLElement, message: string): Promise<void> {
  try {
    const { showToast } = await import('#lib/client/toasts/toasts.ts');
    showToast('AppToast', 'error', message);
  } catch {
    more.prepend(message);
  }
}

async function fetchMore(more: HTMLElement, href: string): Promise<void> {
  more.setAttribute('aria-busy', 'true');
  const fetched = await fetchPage(href);
  more.removeAttribute('aria-busy');
  // After an error the link remains.
  if ('error' in fetched) await showError(more, fetched.error ?? more.dataset['failure'] ?? '');
  else if (more.isConnected) observe(appendPage(more, fetched.page));
}

// The router may fire `astro:page-load` twice for a page if the previous page was left early.
const observed = new WeakSet<HTMLElement>();

function observe(more: HTMLElement | null): void {
  if (!more || observed.has(more)) return;
  observed.add(more);
  const watcher = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      loadNext(more);
    },
    { rootMargin: ROOT_MARGIN },
  );
  watcher.observe(more);
}

/** Loads the next page when the end of the list comes near the viewport. */
const initInfiniteList = (): void => observe(document.querySelector<HTMLElement>('[data-more]'));

const save = async (path: string, images: string[]) =>
  (await import('#lib/client/offline/save-page.ts')).savePage(path, images);

const currentPath = () => location.pathname;

/** Finds a part of SaveOffline.astro by its data attribute. */
const findPart = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

function showState(saved: boolean): void {
  findPart('save-now')?.toggleAttribute('hidden', saved);
  findPart('saved')?.toggleAttribute('hidden', !saved);
}

/** Shows the save button in its current state. */
async function initSaveButton(): Promise<void> {
  const box = findPart('save');
  if (!box || !canSavePages()) return;
  showState(await isPageSaved(currentPath()));
  box.dataset['ready'] = '';
}

/** Saves or removes the page. */
async function setSaved(button: HTMLButtonElement, saved: boolean): Promise<void> {
  const status = findPart('save-status');
  button.disabled = true;
  if (status) status.textContent = '';
  try {
    const images = findPart('save')?.dataset['save']?.split(' ').filter(Boolean) ?? [];
    await (saved ? save : removeSavedPage)(currentPath(), images);
    showState(saved);
    findPart('ask-unsave')?.closest('details')?.removeAttribute('open');
    findPart(saved ? 'ask-unsave' : 'save-now')?.focus();
  } catch {
    if (status) status.textContent = status.dataset['failed'] ?? '';
  } finally {
    button.disabled = false;
  }
}

function handleClick({ target }: Event): void {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  if ('saveNow' in button.dataset) void setSaved(button, true);
  if ('unsave' in button.dataset) void setSaved(button, false);
}

// On the document, which the router keeps when it replaces the page.
document.addEventListener('click', handleClick);

export function initEduhub(): void {
  initImageLinks();
  initInfiniteList();
  void initSaveButton();
}
