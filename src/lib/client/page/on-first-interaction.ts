const INTERACTION_EVENTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'scroll',
] as const;

/** Runs work on the first interaction: a page that is not used need not load more. */
export function onFirstInteraction(work: () => void): void {
  const control = new AbortController();
  const once = () => {
    control.abort();
    work();
  };
  for (const event of INTERACTION_EVENTS)
    addEventListener(event, once, { passive: true, signal: control.signal });
}
