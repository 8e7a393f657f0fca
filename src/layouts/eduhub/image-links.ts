const VIEWER_LABEL = 'Image, full screen';

/** Opens the clicked image on the whole screen, or the file where the viewer cannot be loaded. */
function handleImageClick(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('[data-image-link]');
  const image = link && link.querySelector('img');
  // With a modifier key, the browser opens a new tab.
  if (!image || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  import('#islands/ui/image-viewer/image-viewer.ts').then(
    ({ openImageViewer }) => openImageViewer([image], 0, VIEWER_LABEL),
    () => location.assign(link.href),
  );
}

/** Marks the links of pictures as opening a dialog: without this script they open the file. */
export function initImageLinks(): void {
  for (const link of document.querySelectorAll('[data-image-link]')) link.ariaHasPopup = 'dialog';
}

// On the document, which stays when the router swaps pages.
document.addEventListener('click', handleImageClick);
