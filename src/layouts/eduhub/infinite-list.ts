const ROOT_MARGIN = '800px';

/** Fetched pages of the list, by URL. */
const pageCache = new Map<string, { page: string; at: number }>();

function getFreshPage(href: string, seconds: number): string | undefined {
  const found = pageCache.get(href);
  return found && Date.now() - found.at < seconds * 1000 ? found.page : undefined;
}

const parse = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');

/** Fetches a page of the list, without ky (8 KB, all that a guest's page may load) and without a retry. */
async function fetchPage(href: string): Promise<string> {
  const response = await fetch(href, { headers: { accept: 'text/html' } });
  const page = await response.text();
  if (!response.ok)
    throw new Error(parse(page).querySelector('[data-error-message]')?.textContent ?? '');
  pageCache.set(href, { page, at: Date.now() });
  return page;
}

/**
 * Appends the cards of a page to the list.
 * @returns the link to the next page
 */
function appendPage(more: HTMLElement, page: string): HTMLElement | null {
  const next = parse(page);
  const cards = next.querySelectorAll('[data-cards] > li');
  document.querySelector('[data-cards]')?.append(...cards);
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
  try {
    const page = await fetchPage(href);
    if (more.isConnected) observe(appendPage(more, page));
  } catch (error) {
    // The link stays. A TypeError is a lost connection, and its message is the browser's own.
    const message = error instanceof TypeError ? '' : (error as Error).message;
    await showError(more, message || (more.dataset['failure'] ?? ''));
  } finally {
    more.removeAttribute('aria-busy');
  }
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

/** Loads the next page of every list when its end comes near. */
export const initInfiniteList = (): void =>
  document.addEventListener('astro:page-load', () =>
    observe(document.querySelector<HTMLElement>('[data-more]')),
  );
