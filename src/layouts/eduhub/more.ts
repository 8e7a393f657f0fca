import { showToast } from '#lib/client/toasts.ts';
import { UNKNOWN_FAILURE } from '#lib/contract/failures.ts';
import { RESOURCES_FRESH_SECONDS } from '#lib/contract/resources.ts';

const AHEAD = '800px';

/** Pages of the list that were fetched, for as long as they count as fresh (spec 9). */
const kept = new Map<string, { page: string; at: number }>();

const freshPage = (href: string): string | undefined => {
  const found = kept.get(href);
  return found && Date.now() - found.at < RESOURCES_FRESH_SECONDS * 1000 ? found.page : undefined;
};

const parse = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');

/** Fetches a page of the list, once: what failed is not tried again by itself (spec 8). */
async function fetchPage(href: string): Promise<string> {
  const response = await fetch(href, { headers: { accept: 'text/html' } });
  const page = await response.text();
  if (!response.ok)
    throw new Error(parse(page).querySelector('[data-says]')?.textContent ?? UNKNOWN_FAILURE);
  kept.set(href, { page, at: Date.now() });
  return page;
}

/** Puts the cards of a page below those that are there. @returns what leads on from there */
function append(more: Element, page: string): Element | null {
  const next = parse(page);
  const cards = next.querySelectorAll('[data-cards] > li');
  document.querySelector('[data-cards]')?.append(...cards);
  const on = next.querySelector('[data-more]');
  if (on) more.replaceWith(on);
  else more.remove();
  return on;
}

function goOn(more: Element): void {
  const href = more.querySelector('a')?.getAttribute('href');
  const fresh = href && freshPage(href);
  if (fresh) follow(append(more, fresh));
  else if (href) void fetchMore(more, href);
}

async function fetchMore(more: Element, href: string): Promise<void> {
  more.setAttribute('aria-busy', 'true');
  try {
    const page = await fetchPage(href);
    if (more.isConnected) follow(append(more, page));
  } catch (error) {
    // The link stays, and may be followed by hand. Of a lost connection the browser speaks in words of its own.
    const said = error instanceof TypeError ? UNKNOWN_FAILURE : (error as Error).message;
    void showToast('AppToast', 'error', said);
  } finally {
    more.removeAttribute('aria-busy');
  }
}

function follow(more: Element | null): void {
  if (!more) return;
  const watcher = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      goOn(more);
    },
    { rootMargin: AHEAD },
  );
  watcher.observe(more);
}

/** Lets every list that is shown from now on grow by itself. */
export const followLists = (): void =>
  document.addEventListener('astro:page-load', () => follow(document.querySelector('[data-more]')));
