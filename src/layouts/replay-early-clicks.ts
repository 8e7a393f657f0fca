/** Repeats a click on a button of an island that was not hydrated yet, once it is. */
function replayAfterHydration({ target }: MouseEvent): void {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]');
  // The browser has opened popovers by itself.
  if (!button || button.hasAttribute('popovertarget')) return;
  const island = button.closest('astro-island[ssr]');
  island?.addEventListener('astro:hydrate', () => button.click(), { once: true });
}

/** On the document, which stays when the router swaps pages. On a weak network, hydration may take seconds. */
export function replayEarlyClicks(): void {
  document.addEventListener('click', replayAfterHydration);
}
