import { useEffect, useState } from 'react';

import { serverNow } from './server-clock.ts';

const MINUTE = 60_000;

/**
 * The server's time, updated every minute.
 * @param renderedAt the first value, so that hydration matches
 */
export function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.max(renderedAt, serverNow())), MINUTE);
    return () => clearInterval(timer);
  }, [renderedAt]);
  return now;
}
