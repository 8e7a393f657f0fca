/** Keeps a tap on a button whose island is still on its way, and does it once the island is alive. */
function replayAfterHydration({ target }: MouseEvent): void {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]');
  // What the browser itself opens has been opened.
  if (!button || button.hasAttribute('popovertarget')) return;
  const island = button.closest('astro-island[ssr]');
  island?.addEventListener('astro:hydrate', () => button.click(), { once: true });
}

/** On the document, which outlives every page the router swaps in. On a weak network seconds pass before a page lives. */
export function replayEarlyClicks(): void {
  document.addEventListener('click', replayAfterHydration);
}
