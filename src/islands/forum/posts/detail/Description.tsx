import { type FocusEvent, useEffect, useRef, useState } from 'react';

import { LinkedText } from '#islands/ui/LinkedText.tsx';

import styles from './Description.module.css';

// Longer than two lines on any screen; shorter texts are measured.
const SURELY_LONG = 200;

/** Whether two lines cut the text short; a guess until it is measured. */
function useClamped(text: string) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [isClamped, setIsClamped] = useState(text.length > SURELY_LONG);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const measure = () => {
      // An open text is never cut short.
      if (!box.dataset['open']) setIsClamped(box.scrollHeight > box.clientHeight + 1);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { ref, isClamped };
}

/** The text of a post, clamped to two lines. */
export function Description({ text }: { text: string }) {
  const { ref, isClamped } = useClamped(text);
  const [isOpen, setIsOpen] = useState(false);
  // A link may be in the lines that are cut.
  const showFocused = ({ target }: FocusEvent<HTMLElement>) => {
    if (isClamped && target.matches(':focus-visible')) setIsOpen(true);
  };
  return (
    <div className={styles.description}>
      <LinkedText ref={ref} text={text} data-open={isOpen || undefined} onFocus={showFocused} />
      {isClamped && (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'See Less' : 'See More'}
        </button>
      )}
    </div>
  );
}
