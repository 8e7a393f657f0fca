const ROOT_MARGIN = '800px';

/** A fetched page of the list, stored by its URL: a guest who comes back has a new document. */
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
    // There is no space left: it is fetched again.
  }
}

const parse = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');

/** The page, or why there is none: null without a connection. */
type Fetched = { page: string } | { error: string | null };

/** Fetches a page of the list, without ky (8 KB, all that a guest's page may load) and without a retry. */
async function fetchPage(href: string): Promise<Fetched> {
  const response = await fetch(href, { headers: { accept: 'text/html' } }).catch(() => null);
  const page = (await response?.text().catch(() => null)) ?? null;
  if (!response || page === null) return { error: null };
  if (!response.ok)
    return { error: parse(page).querySelector('[data-error-message]')?.textContent ?? null };
  storePage(href, page);
  return { page };
}

/** Changes the page, and keeps in view what has the focus, such as a link below the list. */
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
  // For screen readers.
  const added = document.querySelector('[data-added]');
  if (added) added.textContent = `${cards.length} more guides`;
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

/** Shows the error in a toast, or in the page when toasts cannot be loaded. */
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
  // After an error the link stays.
  if ('error' in fetched) await showError(more, fetched.error ?? more.dataset['failure'] ?? '');
  else if (more.isConnected) observe(appendPage(more, fetched.page));
}

// The router may fire astro:page-load twice for a page, when the page before was left early.
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

/** Loads the next page of the list when its end comes near. */
export const initInfiniteList = (): void =>
  observe(document.querySelector<HTMLElement>('[data-more]'));
