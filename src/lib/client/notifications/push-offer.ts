import { offerInstall } from '#lib/client/device/install-offer.ts';
import { claimVisit, hideOffer, showOffer } from '#lib/client/device/offers.ts';

import { getPushState, pushErrorSentence, turnPushOn } from './push.ts';

/** The places that offer push notifications, each after the action whose news they carry. */
export type PushOfferPlace = 'listing' | 'request' | 'alert';

const keyOf = (place: PushOfferPlace) => `push-offer-${place}`;

// Without storage, the offer comes again.
const isDismissed = (place: PushOfferPlace): boolean =>
  globalThis.localStorage?.getItem(keyOf(place)) === 'dismissed';

const shouldOffer = async (place: PushOfferPlace): Promise<boolean> =>
  !isDismissed(place) && (await getPushState()) === 'off';

async function accept(offer: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const status = offer.querySelector('[role=status]');
  button.ariaBusy = 'true';
  try {
    await turnPushOn();
    for (const each of offer.querySelectorAll<HTMLElement>('[data-ask]')) each.hidden = true;
    if (status) status.textContent = offer.dataset['done'] ?? '';
    // The button that had the focus is gone.
    offer.focus({ preventScroll: true });
  } catch (error) {
    if (status) status.textContent = pushErrorSentence(error);
  } finally {
    button.ariaBusy = null;
  }
}

/**
 * Shows the push offer of a place on this page, if it can be accepted and was not dismissed there
 * (`PushOffer.astro`); otherwise the offer to install the site, if that is possible. Never both in one visit.
 */
export async function offerPush(place: PushOfferPlace): Promise<void> {
  const offer = document.querySelector<HTMLElement>(`[data-push-offer=${place}]`);
  if (!offer?.hidden) return;
  if (!(await shouldOffer(place))) return offerInstall(offer);
  if (!claimVisit('notifications')) return;
  showOffer(offer);
  offer.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (!button || button.ariaBusy === 'true') return;
    if ('accept' in button.dataset) return void accept(offer, button);
    globalThis.localStorage?.setItem(keyOf(place), 'dismissed');
    hideOffer(offer);
  });
}
