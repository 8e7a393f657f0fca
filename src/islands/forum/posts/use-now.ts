import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/**
 * The time, moving on by the minute.
 * @param drawn when the page was drawn: the first answer, so that server and browser agree
 */
export function useNow(drawn: number): number {
  const [now, setNow] = useState(drawn);
  useEffect(() => {
    const tick = () => setNow(Math.max(drawn, Date.now()));
    tick();
    const timer = setInterval(tick, MINUTE);
    return () => clearInterval(timer);
  }, [drawn]);
  return now;
}
