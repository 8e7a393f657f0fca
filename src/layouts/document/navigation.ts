import { hasRouter } from '#lib/client/page/on-page-load.ts';

// Another navigation, a hidden page or a slow phone may skip a view transition, but the page is swapped anyway. Astro's
// router leaves the rejected promise unhandled, which browsers report as an error.

/** Ignores the errors of skipped view transitions. */
export function allowSkippedTransitions(): void {
  const start = (document as Partial<Document>).startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => null);
    return transition;
  };
}

function show(event: DocumentEventMap['astro:before-preparation']): void {
  document.body.setAttribute('aria-busy', 'true');
  const { loader } = event;
  // A page in another language has other scripts, so it needs a full load.
  event.loader = async () => {
    await loader();
    if (event.newDocument.documentElement.lang !== document.documentElement.lang)
      event.preventDefault();
  };
}
const hide = () => document.body.removeAttribute('aria-busy');

/** Shows that the next page is loading, because the browser shows no progress of the router's fetch. */
export function initNavigationProgress(): void {
  // The body of the next page has no such mark.
  document.addEventListener('astro:before-preparation', show);
  // After Back from another site, a browser may show the page as it was left.
  addEventListener('pageshow', hide);
}

// Back, Forward and reload restore the scroll position, even in an infinite list (docs/decisions/0030-back.md).

/** The scroll position of a history entry: the first visible item, its offset, and that of the page. */
export interface Place {
  id: string;
  top: number;
  y: number;
}

const ITEMS = 'main :is(article, li)[id]';
const SAVE_AFTER_MS = 100;
// The list may have to be fetched again, page by page.
const GIVE_UP_MS = 30_000;
// Content above the item may still change its height.
const HOLD_MS = 3000;
const TOLERANCE_PX = 2;
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let saveTimer: ReturnType<typeof setTimeout> | undefined;
/** Whether the URL is already that of the next page. */
let isLeaving = false;
let restoring: AbortController | undefined;

const topOf = (item: Element) => item.getBoundingClientRect().top;

function savePlace(): void {
  clearTimeout(saveTimer);
  if (isLeaving || restoring || (hasRouter && !history.state)) return;
  const items = [...document.querySelectorAll(ITEMS)];
  const item = items.find((each) => each.getBoundingClientRect().bottom > 0);
  const place: Place = { id: item?.id ?? '', top: item ? topOf(item) : 0, y: scrollY };
  history.replaceState({ ...history.state, place }, '');
}

function saveLater(): void {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(savePlace, SAVE_AFTER_MS);
}

/** Returns false if the page is too short; it then scrolls to the end, where lists load more. */
function scrollToPlace({ id, top, y }: Place): boolean {
  const item = document.getElementById(id);
  // Without the item, e.g. after its deletion, the page's offset has to do.
  const distance = () => (item ? topOf(item) - top : y - scrollY);
  // Firefox may apply a relative scroll twice when it restores the position itself.
  scrollTo(scrollX, scrollY + distance());
  return Math.abs(distance()) < TOLERANCE_PX;
}

/** Scrolls to the entry's position whenever the page grows, until the member scrolls or presses something. */
function restorePlace(): void {
  isLeaving = false;
  restoring?.abort();
  const { place } = (history.state ?? {}) as { place?: Place };
  if (!place?.y) return;
  const control = (restoring = new AbortController());
  const { signal } = control;
  const stop = () => control.abort();
  let timer = setTimeout(stop, GIVE_UP_MS);
  const watcher = new ResizeObserver(() => {
    if (!scrollToPlace(place)) return;
    clearTimeout(timer);
    timer = setTimeout(stop, HOLD_MS);
  });
  watcher.observe(document.body);
  for (const name of INPUTS) addEventListener(name, stop, { passive: true, signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    watcher.disconnect();
    if (restoring === control) restoring = undefined;
  });
}

/** Saves the scroll position of each history entry, and restores it. */
export function initScrollRestoration(): void {
  addEventListener('scroll', saveLater, { passive: true });
  addEventListener('pagehide', savePlace);
  document.addEventListener('astro:before-preparation', ({ navigationType, to }) => {
    if (navigationType !== 'traverse') savePlace();
    // A link to the current page reloads it in the same history entry.
    if (navigationType !== 'traverse' && to.href === location.href)
      history.replaceState({ ...history.state, place: null, search: '' }, '');
    clearTimeout(saveTimer);
    isLeaving = true;
  });
  document.addEventListener('astro:after-swap', restorePlace);
  restorePlace();
}
