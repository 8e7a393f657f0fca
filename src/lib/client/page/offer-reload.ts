import { t } from '#lib/messages/t.ts';
export const OUTDATED_MESSAGE = t('error.outdated');

/** Bypasses the HTTP cache; the service worker handles only GET. */
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
  // A modal dialog makes everything outside it inert.
  (document.querySelector('dialog:modal') ?? document.body).append(offer);
  offer.showPopover();
}

/**
 * Offers to reload the page when code failed to load although the server responds: the site was updated since.
 * @returns whether it offers that
 */
export async function offerReload(): Promise<boolean> {
  const isOutdated = await isServerReachable();
  if (isOutdated) showOffer();
  return isOutdated;
}
