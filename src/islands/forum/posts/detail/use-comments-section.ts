import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const HASH = '#comments';

/**
 * Whether the comments are open, and how to go to them; the hash `#comments` goes there too.
 * @param hasTarget whether the page was opened for one of them, which is scrolled to when it is loaded
 */
export function useCommentsSection(hasTarget: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => setIsOpen(true), []);
  const goTo = useCallback(() => {
    flushSync(open);
    ref.current?.scrollIntoView();
    ref.current?.focus({ preventScroll: true });
  }, [open]);
  useEffect(() => {
    if (hasTarget) queueMicrotask(open);
    else if (location.hash === HASH) queueMicrotask(goTo);
  }, [hasTarget, open, goTo]);
  return { ref, isOpen, open, goTo };
}
