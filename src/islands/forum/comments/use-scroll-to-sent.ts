import { useEffect, useRef } from 'react';

/**
 * Keeps the comment that the viewer sends in view, also while the list above it loads.
 * @param count the number of comments in the list
 * @returns a ref for the list
 */
export function useScrollToSent(isSending: boolean, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const hasSent = useRef(false);
  useEffect(() => {
    hasSent.current ||= isSending;
    if (!hasSent.current) return;
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    hasSent.current = isSending || count === 0;
  }, [isSending, count]);
  return list;
}
