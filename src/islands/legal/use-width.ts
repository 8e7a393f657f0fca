import { type RefObject, useEffect, useState } from 'react';

// Pages are rendered again for another width, but not while it changes.
const DEBOUNCE_MS = 200;

/** The width of an element in whole CSS pixels, 0 before it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, DEBOUNCE_MS);
    });
    measure();
    watcher.observe(element);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [ref]);
  return width;
}
