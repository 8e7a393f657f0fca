import { loadDialog, openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { onFirstInteraction } from '#lib/client/page/on-first-interaction.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { preloadToasts } from '#lib/client/toasts/toasts.ts';
import { NEW_POST_HASH } from '#lib/contract/paths.ts';

const openerOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-open-post]') : null;

function preload(): void {
  loadDialog('create-post').catch(() => null);
  preloadToasts();
}

// On the document, which remains when the router replaces the page.
document.addEventListener('click', (event) => {
  const opener = openerOf(event);
  if (opener) void openDialog({ kind: 'create-post' }, opener);
});
for (const near of ['pointerover', 'focusin'])
  document.addEventListener(near, (event) => {
    if (openerOf(event)) preload();
  });

// With the data saver on, load only when the button is approached (docs/decisions/0020-data-saver.md).
if (!document.querySelector('[data-saver][aria-pressed=true]')) onFirstInteraction(preload);

/** Opens the dialog for a link of another page, whose address says so. */
function openByAddress(): void {
  if (location.hash !== NEW_POST_HASH) return;
  history.replaceState(history.state, '', location.pathname);
  const openers = [...document.querySelectorAll<HTMLElement>('[data-open-post]')];
  const opener = openers.find((each) => each.checkVisibility()) ?? openers[0];
  if (opener) void openDialog({ kind: 'create-post' }, opener);
}
onPageLoad(openByAddress);
