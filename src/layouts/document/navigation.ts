import { hasRouter } from '#lib/client/page/on-page-load.ts';

// A view transition that another navigation, a hidden page or a slow phone cuts short is no error: the page is swapped all
// the same. Astro's router leaves its promise unhandled, and browsers report that as an error.

/** Lets view transitions be skipped without an error. */
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
  // A page in another language has scripts of its own: it is loaded, not swapped.
  event.loader = async () => {
    await loader();
    if (event.newDocument.documentElement.lang !== document.documentElement.lang)
      event.preventDefault();
  };
}
const hide = () => document.body.removeAttribute('aria-busy');

/** Shows that the next page is loading: the router fetches it, so the browser's own sign does not move. */
export function initNavigationProgress(): void {
  // The next page brings its own body, without the mark.
  document.addEventListener('astro:before-preparation', show);
  // Back from another site, a browser shows the page as it was left.
  addEventListener('pageshow', hide);
}

// Back, Forward and reload land where one was, also in a list that grows as it is scrolled (docs/decisions/0030-back.md).

/** Where an entry of the history was left: the first visible item, and how far down it and the page were. */
export interface Place {
  id: string;
  top: number;
  y: number;
}

const ITEMS = 'main :is(article, li)[id]';
const SAVE_AFTER_MS = 100;
// A list may have to be fetched again, page by page.
const GIVE_UP_MS = 30_000;
// What is above the place may still change its height.
const HOLD_MS = 3000;
const TOLERANCE_PX = 2;
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let saveTimer: ReturnType<typeof setTimeout> | undefined;
/** The address is another page's already. */
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

/** @returns whether it could; in a page that is too short, it scrolls to the end, where lists load more */
function scrollToPlace({ id, top, y }: Place): boolean {
  const item = document.getElementById(id);
  // Without the item, as when it was deleted, the height has to do.
  const distance = () => (item ? topOf(item) - top : y - scrollY);
  // Firefox may apply a relative scroll once more when it scrolls by itself.
  scrollTo(scrollX, scrollY + distance());
  return Math.abs(distance()) < TOLERANCE_PX;
}

/** Scrolls to the place of the entry whenever the page has grown, until the member does something else. */
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

/** Saves the place of each entry of the history, and returns to it. */
export function initScrollRestoration(): void {
  addEventListener('scroll', saveLater, { passive: true });
  addEventListener('pagehide', savePlace);
  document.addEventListener('astro:before-preparation', ({ navigationType, to }) => {
    if (navigationType !== 'traverse') savePlace();
    // A link to the page itself reloads it, in the same entry.
    if (navigationType !== 'traverse' && to.href === location.href)
      history.replaceState({ ...history.state, place: null, search: '' }, '');
    clearTimeout(saveTimer);
    isLeaving = true;
  });
  document.addEventListener('astro:after-swap', restorePlace);
  restorePlace();
}
