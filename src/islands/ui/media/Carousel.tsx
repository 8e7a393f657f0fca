import { useEffect, useRef, useState } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { t } from '#lib/messages/t.ts';

import { Slides, type SlidesProps } from './Slides.tsx';

import styles from './Carousel.module.css';

/** The slide in view, null before hydration, and how to go to another one. */
function useSlide() {
  const ref = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const read = () => setIndex(Math.round(list.scrollLeft / list.clientWidth));
    read();
    list.addEventListener('scroll', read, { passive: true });
    return () => list.removeEventListener('scroll', read);
  }, []);
  const goTo = (slide: number) => ref.current?.scrollTo({ left: slide * ref.current.clientWidth });
  return { ref, index, goTo };
}

/** A post’s images with previous and next buttons, or dots on touch screens. Both appear after hydration. */
export function Carousel(props: SlidesProps) {
  const { ref, index, goTo } = useSlide();
  const last = props.images.length - 1;
  return (
    <div className={styles.carousel}>
      <Slides {...props} ref={ref} />
      {index !== null && last > 0 && (
        <>
          <button
            type="button"
            className={`round on-picture ${styles.previous}`}
            aria-label={t('photo.previous')}
            hidden={index <= 0}
            onClick={() => goTo(index - 1)}
          >
            <Icon path={ICONS.left} />
          </button>
          <button
            type="button"
            className={`round on-picture ${styles.next}`}
            aria-label={t('photo.next')}
            hidden={index >= last}
            onClick={() => goTo(index + 1)}
          >
            <Icon path={ICONS.right} />
          </button>
          <span className={styles.dots} aria-hidden="true">
            {props.images.map((url, i) => (
              <i key={url} data-current={i === index || undefined} />
            ))}
          </span>
        </>
      )}
    </div>
  );
}
