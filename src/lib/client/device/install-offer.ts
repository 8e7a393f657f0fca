import { t } from '#lib/messages/t.ts';
import { site } from '#lib/site.ts';

import { canInstall, install } from './install.ts';
import { claimVisit, hideOffer, showOffer } from './offers.ts';

const KEY = 'install-offer';
const DISMISSED = 'dismissed';

/**
 * Turns a hidden push offer into an offer to install the site, which is dismissed for all places. @param offer
 * `PushOffer.astro`
 */
export function offerInstall(offer: HTMLElement): void {
  // Browsers fire this event some time after the page has loaded.
  if (!canInstall())
    return addEventListener('beforeinstallprompt', () => offerInstall(offer), { once: true });
  const [reason, accept] = [offer.querySelector('p'), offer.querySelector('[data-accept]')];
  // Without storage, the offer comes again.
  const isDismissed = globalThis.localStorage?.getItem(KEY) === DISMISSED;
  if (!reason || !accept || isDismissed || !claimVisit('install')) return;
  offer.ariaLabel = t('install.label');
  reason.textContent = t('install.offer', { site: site.name });
  accept.textContent = t('display.install', { name: site.name });
  showOffer(offer);
  addEventListener('appinstalled', () => hideOffer(offer), { once: true });
  offer.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (!button) return;
    hideOffer(offer);
    globalThis.localStorage?.setItem(KEY, DISMISSED);
    if (button === accept) void install();
  });
}
