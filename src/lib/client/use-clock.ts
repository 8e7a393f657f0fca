import { useEffect, useState } from 'react';

import { serverNow } from './server-clock.ts';

const MINUTE = 60_000;

/**
 * The server's time, updated every minute.
 * @param renderedAt the first value: hydration needs that of the server
 */
export function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.max(renderedAt, serverNow())), MINUTE);
    return () => clearInterval(timer);
  }, [renderedAt]);
  return now;
}

const SECOND_MS = 1000;

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));

/**
 * Counts down to a time, milliseconds since 1970.
 * @returns the seconds left
 */
export function useCountdown(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(until));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
