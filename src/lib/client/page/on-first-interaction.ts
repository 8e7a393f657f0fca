// Of a press its end: what begins to load with it would run just when what it changes should show.
const INTERACTION_EVENTS = ['pointerup', 'pointermove', 'keydown', 'scroll'] as const;

/** A page that opens under a resting cursor gets a move of no distance. */
const isResting = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

/** Lets the browser show first what a press has changed: on a slow phone, scripts that are loaded run for 0.1 s and more. */
const afterNextFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** Runs work after the first interaction: a page that is not used need not load more. */
export function onFirstInteraction(work: () => void): void {
  const control = new AbortController();
  const once = (event: Event) => {
    if (isResting(event)) return;
    control.abort();
    afterNextFrame(work);
  };
  for (const event of INTERACTION_EVENTS)
    addEventListener(event, once, { passive: true, signal: control.signal });
}
