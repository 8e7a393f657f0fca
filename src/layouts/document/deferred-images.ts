import { writeCookie } from '#lib/client/page/write-cookie.ts';

// A browser fires `online` some time before a connection works.
const RETRY_DELAYS_MS = [0, 2000, 10_000];

function loadImage(image: HTMLImageElement): void {
  const { src = '', srcset = '' } = image.dataset;
  Object.assign(image, { srcset, src });
  delete image.dataset['src'];
}

/** Loads the deferred image that was tapped, and stops the event there. */
function handleImageClick(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  // By keyboard, the link around the image gets the click.
  const around = target.closest('[data-image-link]') ?? target;
  const image = target.matches('img') ? target : around.querySelector(':scope > img');
  if (!(image instanceof HTMLImageElement) || !image.dataset['src']) return;
  event.preventDefault();
  event.stopPropagation();
  loadImage(image);
}

/** Turns the data saver on or off in a cookie: the server renders the page for it. */
function toggleDataSaver({ target }: Event): void {
  const button = target instanceof Element && target.closest('[data-saver]');
  if (!button) return;
  const next = button.getAttribute('aria-pressed') === 'true' ? 'off' : 'on';
  if (writeCookie('data-saver', next)) location.reload();
}

/** Reloads the images that failed while there was no connection. */
function reloadFailedImages(): void {
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0) image.setAttribute('src', image.src);
}

/** On the document, which remains when the router swaps pages, and in the capture phase, before links. */
export function initDeferredImages(): void {
  document.addEventListener('click', handleImageClick, { capture: true });
  document.addEventListener('click', toggleDataSaver);
  addEventListener('online', () =>
    RETRY_DELAYS_MS.forEach((pause) => setTimeout(reloadFailedImages, pause)),
  );
}
