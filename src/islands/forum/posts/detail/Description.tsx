import { useEffect, useRef, useState } from 'react';

import styles from './Description.module.css';

// So much text is longer than two lines on any screen; less is measured once it is shown.
const SURELY_LONG = 200;

/** @returns whether two lines cut the text short, as far as can be known before it is measured */
function useClamped(text: string) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [isClamped, setIsClamped] = useState(text.length > SURELY_LONG);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const measure = () => {
      // Open, it is never cut short: what was found before holds.
      if (!box.dataset['open']) setIsClamped(box.scrollHeight > box.clientHeight + 1);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { ref, isClamped };
}

/** The text of a post: two lines of it, and all when asked for (spec 2). */
export function Description({ text }: { text: string }) {
  const { ref, isClamped } = useClamped(text);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.description}>
      <p ref={ref} data-open={isOpen || undefined}>
        {text}
      </p>
      {isClamped && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'See Less' : 'See More'}
        </button>
      )}
    </div>
  );
}
