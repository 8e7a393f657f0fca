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

/** Hides what was offered. The focus, which was in it, goes to the page. */
export function hideOffer(offer: HTMLElement): void {
  const hadFocus = offer.contains(document.activeElement);
  offer.hidden = true;
  if (hadFocus) document.querySelector('main')?.focus({ preventScroll: true });
}
