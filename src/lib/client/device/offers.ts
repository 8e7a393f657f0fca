// What a page offers a member by itself: one thing a visit, and a press takes it away.

export type Offer = 'notifications' | 'install';

const KEY = 'offered';

/** @returns whether a page may make this offer: nothing else was offered in this visit */
export function claimVisit(offer: Offer): boolean {
  const { sessionStorage } = globalThis;
  const earlier = sessionStorage?.getItem(KEY);
  if (earlier) return earlier === offer;
  sessionStorage?.setItem(KEY, offer);
  return true;
}

/** Shows what is offered. */
export function showOffer(offer: HTMLElement): void {
  offer.hidden = false;
  offer.style.visibility = '';
}

/** Long enough for the second tap of a shaking thumb, in ms. */
const SECOND_TAP = 500;

/** Hides what was offered; its place stays until a second tap can hit nothing else. The focus, which was in it, goes to the page. */
export function hideOffer(offer: HTMLElement): void {
  const hadFocus = offer.contains(document.activeElement);
  offer.style.visibility = 'hidden';
  setTimeout(() => {
    // Unless it was offered again.
    if (offer.style.visibility) offer.hidden = true;
  }, SECOND_TAP);
  if (hadFocus) document.querySelector('main')?.focus({ preventScroll: true });
}
