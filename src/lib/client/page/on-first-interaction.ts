const INTERACTION_EVENTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'scroll',
] as const;

/** Does something once somebody is there: what is never looked at need not be fetched. */
export function onFirstInteraction(work: () => void): void {
  const control = new AbortController();
  const once = () => {
    control.abort();
    work();
  };
  for (const event of INTERACTION_EVENTS)
    addEventListener(event, once, { passive: true, signal: control.signal });
}
