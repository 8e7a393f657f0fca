import { writeCookie } from '#lib/client/page/write-cookie.ts';

// Browsers fire `online` some time before a connection works.
const RETRY_DELAYS_MS = [0, 2000, 10_000];

function loadImage(image: HTMLImageElement): void {
  const { src = '', srcset = '' } = image.dataset;
  Object.assign(image, { srcset, src });
  delete image.dataset['src'];
}

/** Loads the tapped image if it is deferred, and stops the event. */
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

/** Stores the data saver setting in a cookie, because the server renders the page for it. */
function toggleDataSaver({ target }: Event): void {
  const button = target instanceof Element && target.closest('[data-saver]');
  if (!button) return;
  const next = button.getAttribute('aria-pressed') === 'true' ? 'off' : 'on';
  if (writeCookie('data-saver', next)) location.reload();
}

/** Reloads images that failed while offline. */
function reloadFailedImages(): void {
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0) image.setAttribute('src', image.src);
}

/** Listens on the document, which the router keeps, and in the capture phase, before links. */
export function initDeferredImages(): void {
  document.addEventListener('click', handleImageClick, { capture: true });
  document.addEventListener('click', toggleDataSaver);
  addEventListener('online', () =>
    RETRY_DELAYS_MS.forEach((pause) => setTimeout(reloadFailedImages, pause)),
  );
}
