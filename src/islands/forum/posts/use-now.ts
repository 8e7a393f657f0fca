import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/**
 * The current time, updated every minute.
 * @param renderedAt the first value, so that hydration matches
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
