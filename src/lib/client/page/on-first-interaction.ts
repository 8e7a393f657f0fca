// The end of a press, not its start: loading would compete with the rendering of what the press changes.
const INTERACTION_EVENTS = ['pointerup', 'pointermove', 'keydown', 'scroll'] as const;

/** A page that opens under a resting cursor gets a move event without movement. */
const isResting = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

/** Lets the browser render the result of a press first: on a slow phone, loaded scripts run for 0.1 s and more. */
const afterNextFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** Runs work after the first interaction, so that pages without one load less. */
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
