// Back closes an open dialog: while dialogs are open, the page has a second entry in the history
// (docs/decisions/0030-back.md). Loaded with the first dialog, and by Base.astro for a leftover entry.
import { isNavigating } from '#islands/ui/is-navigating.ts';

/** Closes each open dialog, the topmost last. */
const openDialogs: (() => void)[] = [];
const TRAVERSAL_MS = 500;
const pageUrl = () => location.pathname + location.search;
const isDialogEntry = () => Boolean((history.state as { isDialog?: true } | null)?.isDialog);

/** The URL of the rendered page: after `popstate`, `location` may already be another one. */
let shownUrl = pageUrl();
let wasDialogEntry = isDialogEntry();
/** Whether `history.back()` was called here and has not taken effect; a second one would leave the page. */
let isGoingBack = false;
/** Runs when the step back that this file began has happened. */
let onTraversed = () => {};
let settled = Promise.resolve();

/** Removes the second entry from the history. */
function traverseBack(): Promise<void> {
  isGoingBack = true;
  history.back();
  return new Promise((resolve) => {
    onTraversed = resolve;
    // If there is no previous entry, no event follows.
    setTimeout(resolve, TRAVERSAL_MS);
  });
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Synchronizes the history with the open dialogs. */
async function syncEntry(): Promise<void> {
  // If one dialog replaces another, the second opens before the next task.
  await nextTask();
  const hasOpen = openDialogs.length > 0;
  if (hasOpen === isDialogEntry()) return;
  if (hasOpen) {
    history.pushState({ ...history.state, isDialog: true }, '');
    wasDialogEntry = true;
    // Going back would cancel the page load.
  } else if (!isGoingBack && !isNavigating()) await traverseBack();
}
const requestSync = () => (settled = settled.then(syncEntry));

/** Handles Back and Forward between the two entries of a page, for which the router would reload the page. */
function handleTraversal(announcement: Event): void {
  const isOurs = (wasDialogEntry || isDialogEntry()) && pageUrl() === shownUrl;
  const wasStartedHere = isGoingBack;
  wasDialogEntry = isDialogEntry();
  isGoingBack = false;
  if (!isOurs) return;
  announcement.preventDefault();
  if (wasStartedHere) onTraversed();
  else if (!wasDialogEntry) openDialogs.at(-1)?.();
  void requestSync();
}

/**
 * Lets Back close a dialog.
 * @param requestClose closes the dialog, or confirms first
 * @returns a function to call when the dialog has closed
 */
export function trackDialog(requestClose: () => void): () => void {
  openDialogs.push(requestClose);
  void requestSync();
  return () => {
    openDialogs.splice(openDialogs.indexOf(requestClose), 1);
    void requestSync();
  };
}

// Dispatched by announce-popstate.ts.
document.addEventListener('before-popstate', handleTraversal);
document.addEventListener('astro:before-preparation', (event) => {
  const load = event.loader;
  // Removing the dialog’s entry after the next page has opened would leave that page again.
  event.loader = async () => {
    // React unmounts a closed dialog in the next task.
    await nextTask();
    await settled;
    await load();
  };
});
document.addEventListener('astro:after-swap', () => {
  shownUrl = pageUrl();
  wasDialogEntry = isDialogEntry();
});
// The previous page may have left an entry.
document.addEventListener('astro:page-load', () => void requestSync());
void requestSync();
