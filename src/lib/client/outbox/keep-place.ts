// Storing an entry takes milliseconds, and showing it a few more.
const SETTLED_MS = 1000;

/**
 * Keeps what is on the screen where it is when the panel above it grows or shrinks by what a member has just done there:
 * a second tap must not press what comes under the finger. Browsers do so themselves, but not at the top of a page.
 */
export function keepPlace(): void {
  const panels = document.querySelector<HTMLElement>('[data-outbox]');
  // Nothing below a dialog has been tapped.
  if (!panels || document.querySelector('dialog:modal')) return;
  const { bottom, height } = panels.getBoundingClientRect();
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    const now = panels.getBoundingClientRect();
    if (now.height === height) return;
    scrollTo({ top: scrollY + now.bottom - bottom, behavior: 'instant' });
    stop.abort();
  });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  addEventListener('scroll', () => stop.abort(), { once: true, signal: stop.signal });
  setTimeout(() => stop.abort(), SETTLED_MS);
  observer.observe(panels);
}
