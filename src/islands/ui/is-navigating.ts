// A navigation may be canceled without an event, or be a download.
const TIMEOUT_MS = 10_000;

/** When the last navigation began, in milliseconds since the page was opened. */
let start = -Infinity;

addEventListener('beforeunload', () => {
  start = performance.now();
});
// The browser may restore the page from its history.
addEventListener('pageshow', () => {
  start = -Infinity;
});

/** Whether the browser is leaving the page; a reload would cancel that. */
export const isNavigating = (): boolean => performance.now() - start < TIMEOUT_MS;
