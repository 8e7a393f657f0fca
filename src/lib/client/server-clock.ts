// A phone's clock may be wrong by years, so dates of the server are compared with the server's time.
let offset = 0;

/** Sets the clock from a response. @param date its Date header */
export function setServerClock(date: string | null): void {
  if (date) offset = Date.parse(date) - Date.now();
}

/** @returns the server's time, milliseconds since 1970; the browser's before the first response */
export const serverNow = (): number => Date.now() + offset;
