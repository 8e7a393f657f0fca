const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'] as const;

/** Does something once somebody is there: what is never looked at need not be fetched. */
export function afterSignOfLife(work: () => void): void {
  const control = new AbortController();
  const once = () => {
    control.abort();
    work();
  };
  for (const sign of SIGNS_OF_LIFE)
    addEventListener(sign, once, { passive: true, signal: control.signal });
}
