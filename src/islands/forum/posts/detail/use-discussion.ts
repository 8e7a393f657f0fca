import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const HASH = '#comments';

/** @returns whether the comments are shown, and how to go to them; an address with `#comments` goes there at once */
export function useCommentsSection() {
  const ref = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  const goTo = useCallback(() => {
    flushSync(open);
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
  }, [open]);
  useEffect(() => {
    if (location.hash === HASH) queueMicrotask(goTo);
  }, [goTo]);
  return { ref, isOpen, open, goTo };
}
