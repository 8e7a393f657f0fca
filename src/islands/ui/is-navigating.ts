// A navigation may be cancelled without an event, or be a download.
const TIMEOUT_MS = 10_000;

/** When the last navigation began: milliseconds since the page was opened. */
let start = -Infinity;

addEventListener('beforeunload', () => {
  start = performance.now();
});
// The browser's history may restore the page.
addEventListener('pageshow', () => {
  start = -Infinity;
});

/** Whether the browser is leaving the page: a reload would cancel that. */
export const isNavigating = (): boolean => performance.now() - start < TIMEOUT_MS;
