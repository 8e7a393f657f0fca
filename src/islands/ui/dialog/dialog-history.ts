// Back closes an open dialog: while dialogs are open, the page has a second entry in the history
// (docs/decisions/0030-back.md). It is loaded with the first dialog, and by Base.astro for an entry that is left over.
import { isNavigating } from '#islands/ui/is-navigating.ts';

/** Requests each open dialog to close, the topmost last. */
const openDialogs: (() => void)[] = [];
const TRAVERSAL_MS = 500;
const pageUrl = () => location.pathname + location.search;
const isDialogEntry = () => Boolean((history.state as { isDialog?: true } | null)?.isDialog);

/** The URL of the rendered page: after `popstate`, `location` may already have another. */
let shownUrl = pageUrl();
let wasDialogEntry = isDialogEntry();
/** Ends a traversal of our own. */
let onTraversed: (() => void) | undefined;
let settled = Promise.resolve();

/** Removes the entry of dialogs. */
function traverseBack(): Promise<void> {
  history.back();
  return new Promise((resolve) => {
    const done = () => {
      if (onTraversed === done) onTraversed = undefined;
      resolve();
    };
    onTraversed = done;
    // Without an entry before it, nothing happens.
    setTimeout(done, TRAVERSAL_MS);
  });
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Synchronizes the history with the open dialogs. */
async function syncEntry(): Promise<void> {
  // Of two dialogs that replace each other, the second opens before this.
  await nextTask();
  const hasOpen = openDialogs.length > 0;
  if (hasOpen === isDialogEntry()) return;
  if (hasOpen) {
    history.pushState({ ...history.state, isDialog: true }, '');
    wasDialogEntry = true;
    // A step back would cancel the page that is being loaded.
  } else if (!isNavigating()) await traverseBack();
}
const requestSync = () => (settled = settled.then(syncEntry));

/** Handles Back and Forward between the two entries of a page. The router would load the page again. */
function handleTraversal(announcement: Event): void {
  const isOurs = (wasDialogEntry || isDialogEntry()) && pageUrl() === shownUrl;
  wasDialogEntry = isDialogEntry();
  if (!isOurs) return;
  announcement.preventDefault();
  if (onTraversed) onTraversed();
  else if (!wasDialogEntry) openDialogs.at(-1)?.();
  void requestSync();
}

/**
 * Lets Back close a dialog.
 * @param requestClose closes it, or asks for confirmation
 * @returns ends this; call it when the dialog has closed
 */
export function trackDialog(requestClose: () => void): () => void {
  openDialogs.push(requestClose);
  void requestSync();
  return () => {
    openDialogs.splice(openDialogs.indexOf(requestClose), 1);
    void requestSync();
  };
}

// From announce-popstate.ts.
document.addEventListener('before-popstate', handleTraversal);
document.addEventListener('astro:before-preparation', (event) => {
  const load = event.loader;
  // A page that opens while a dialog's entry is being removed would be left again.
  event.loader = async () => {
    // React removes a dialog that has just been closed.
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
