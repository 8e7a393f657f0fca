const INTERACTION_EVENTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'scroll',
] as const;

/** A page that opens under a resting cursor gets a move of no distance. */
const isResting = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

/** Runs work on the first interaction: a page that is not used need not load more. */
export function onFirstInteraction(work: () => void): void {
  const control = new AbortController();
  const once = (event: Event) => {
    if (isResting(event)) return;
    control.abort();
    work();
  };
  for (const event of INTERACTION_EVENTS)
    addEventListener(event, once, { passive: true, signal: control.signal });
}
