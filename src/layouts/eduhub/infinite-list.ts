const ROOT_MARGIN = '800px';

/** Pages of the list that were fetched, for as long as they count as fresh (spec 9). */
const pageCache = new Map<string, { page: string; at: number }>();

function getFreshPage(href: string, seconds: number): string | undefined {
  const found = pageCache.get(href);
  return found && Date.now() - found.at < seconds * 1000 ? found.page : undefined;
}

const parse = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');

// By the browser's own fetch: what is asked for is a page and no call, and the client of the calls (ky, 8 KB) is all
// what a guest's page may weigh (design 8).

/** Fetches a page of the list, once: what failed is not tried again by itself (spec 8). */
async function fetchPage(href: string): Promise<string> {
  const response = await fetch(href, { headers: { accept: 'text/html' } });
  const page = await response.text();
  if (!response.ok) throw new Error(parse(page).querySelector('[data-says]')?.textContent ?? '');
  pageCache.set(href, { page, at: Date.now() });
  return page;
}

/** Puts the cards of a page below those that are there. @returns what leads on from there */
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

/** Says what went wrong in a toast, or in plain words where there is no connection to fetch toasts by. */
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
    // The link stays, and may be followed by hand. Of a lost connection the browser speaks in words of its own.
    const said = error instanceof TypeError ? '' : (error as Error).message;
    await showError(more, said || (more.dataset['failure'] ?? ''));
  } finally {
    more.removeAttribute('aria-busy');
  }
}

// The router tells of a page twice when the one before was left before it had been told of.
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

/** Lets every list that is shown from now on grow by itself. */
export const initInfiniteList = (): void =>
  document.addEventListener('astro:page-load', () =>
    observe(document.querySelector<HTMLElement>('[data-more]')),
  );
