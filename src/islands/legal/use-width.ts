import { type RefObject, useEffect, useState } from 'react';

/** @returns how wide an element is now, in whole CSS pixels; 0 before it is known */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ref]);
  return width;
}
