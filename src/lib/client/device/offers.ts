// Offers that a page makes unprompted: at most one a visit; a press dismisses it.

export type Offer = 'notifications' | 'install';

const KEY = 'offered';

/** Claims this visit for an offer. @returns false when another offer was made in this visit */
export function claimVisit(offer: Offer): boolean {
  const { sessionStorage } = globalThis;
  const earlier = sessionStorage?.getItem(KEY);
  if (earlier) return earlier === offer;
  sessionStorage?.setItem(KEY, offer);
  return true;
}

export function showOffer(offer: HTMLElement): void {
  offer.hidden = false;
  offer.style.visibility = '';
}

/** Long enough for the second tap of a shaking thumb, in ms. */
const SECOND_TAP = 500;

/** Hides an offer; it leaves its space empty until a second tap can hit nothing else. Focus in it moves to the page. */
export function hideOffer(offer: HTMLElement): void {
  const hadFocus = offer.contains(document.activeElement);
  offer.style.visibility = 'hidden';
  setTimeout(() => {
    // Unless it was shown again.
    if (offer.style.visibility) offer.hidden = true;
  }, SECOND_TAP);
  if (hadFocus) document.querySelector('main')?.focus({ preventScroll: true });
}
