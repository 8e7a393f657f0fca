import { t } from '#lib/messages/t.ts';
export const OUTDATED_MESSAGE = t('error.outdated');

/** Without the HTTP cache; the service worker only handles GET. */
const isServerReachable = () =>
  fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

function showOffer(): void {
  document.querySelector('[data-reload-offer]')?.remove();
  const offer = document.createElement('div');
  Object.assign(offer, { className: 'fallback-toast', popover: 'manual', role: 'alert' });
  offer.dataset['reloadOffer'] = '';
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'button', textContent: t('form.reload') });
  button.addEventListener('click', () => location.reload());
  offer.append(OUTDATED_MESSAGE, button);
  // Outside an open dialog, nothing can be pressed.
  (document.querySelector('dialog:modal') ?? document.body).append(offer);
  offer.showPopover();
}

/**
 * Offers to reload the page after its code could not be loaded although the server responds: it has been updated since.
 * @returns whether it does
 */
export async function offerReload(): Promise<boolean> {
  const isOutdated = await isServerReachable();
  if (isOutdated) showOffer();
  return isOutdated;
}
