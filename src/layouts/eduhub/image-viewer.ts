/** Lets Back close the viewer. */
async function trackViewer(dialog: HTMLDialogElement): Promise<void> {
  const { trackDialog } = await import('#islands/ui/dialog/dialog-history.ts');
  if (!dialog.open) return;
  dialog.addEventListener(
    'close',
    trackDialog(() => dialog.close()),
    { once: true },
  );
}

function openViewer(dialog: HTMLDialogElement, { src, srcset, alt }: HTMLImageElement): void {
  const picture = dialog.querySelector('img');
  if (!picture) return;
  Object.assign(picture, { sizes: '(orientation: portrait) 200vw, 100vw', srcset, src, alt });
  dialog.showModal();
  void trackViewer(dialog).catch(() => null);
}

/** Opens the clicked image on the whole screen; a click on the open one closes it. */
function handleImageClick(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const dialog = document.querySelector<HTMLDialogElement>('[data-image-viewer]');
  if (!(target instanceof Element) || !dialog) return;
  if (dialog.open && !target.closest('form')) dialog.close();
  const picture = target.closest('[data-image-link]')?.querySelector('img');
  // With a modifier key, the browser opens a new tab.
  if (!picture || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  openViewer(dialog, picture);
}

/** Marks the links of pictures as opening a dialog: without this script they open the file. */
export function initImageLinks(): void {
  for (const link of document.querySelectorAll('[data-image-link]')) link.ariaHasPopup = 'dialog';
}

// On the document, which stays when the router swaps pages.
document.addEventListener('click', handleImageClick);
