const YEAR_SECONDS = 31_536_000;
// A browser says that it is online some time before a connection can be had.
const RETRY_DELAYS_MS = [0, 2000, 10_000];

function loadImage(image: HTMLImageElement): void {
  const { src = '', srcset = '' } = image.dataset;
  Object.assign(image, { srcset, src });
  delete image.dataset['src'];
}

/** Shows the held picture that was tapped, and does nothing else with that tap. */
function handleImageClick(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  // A link around it is what the keyboard reaches.
  const around = target.closest('[data-image-link]') ?? target;
  const image = target.matches('img') ? target : around.querySelector(':scope > img');
  if (!(image instanceof HTMLImageElement) || !image.dataset['src']) return;
  event.preventDefault();
  event.stopPropagation();
  loadImage(image);
}

/** Turns the data saver on or off, and remembers it; the server draws the page as it is then. */
function toggleDataSaver({ target }: Event): void {
  const button = target instanceof Element && target.closest('[data-saver]');
  if (!button) return;
  const next = button.getAttribute('aria-pressed') === 'true' ? 'off' : 'on';
  document.cookie = `data-saver=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  location.reload();
}

/** Asks again for the pictures that did not come before the connection went. */
function reloadFailedImages(): void {
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0) image.setAttribute('src', image.src);
}

/** On the document, which outlives every page the router swaps in; ahead of links, which a held picture stops. */
export function initDeferredImages(): void {
  document.addEventListener('click', handleImageClick, { capture: true });
  document.addEventListener('click', toggleDataSaver);
  addEventListener('online', () =>
    RETRY_DELAYS_MS.forEach((pause) => setTimeout(reloadFailedImages, pause)),
  );
}
