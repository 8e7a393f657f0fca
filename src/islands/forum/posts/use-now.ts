import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/**
 * The time, moving on by the minute.
 * @param renderedAt when the page was drawn: the first answer, so that server and browser agree
 */
export function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    const tick = () => setNow(Math.max(renderedAt, Date.now()));
    tick();
    const timer = setInterval(tick, MINUTE);
    return () => clearInterval(timer);
  }, [renderedAt]);
  return now;
}
