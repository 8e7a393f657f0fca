import { type ReactNode, type Ref, useContext } from 'react';

import { IMAGE_WIDTHS } from '#lib/contract/images.ts';

import { DeferImages } from './deferred-image.ts';
import { deferredImageProps } from './deferred-source.ts';
import { imageProps } from './image-source.ts';

import styles from './Slides.module.css';

// The column is 40rem wide at most; beside it stands the forum's left column, from 50rem. On phones a
// little less than all: for 412 points at 1.75 dots a point 720 pixels will do.
const SIZES = '(min-width: 62rem) 40rem, (min-width: 50rem) calc(100vw - 19rem), 98vw';

export interface SlidesProps {
  /** addresses of the pictures */
  images: string[];
  /** what the pictures are of */
  title: string;
  /** where a picture leads */
  href?: string;
  /** shows a picture in full: its place, from 0 */
  onOpen?: (place: number, opener: HTMLElement) => void;
  /** the page's first picture: fetched before the others */
  priority?: boolean;
  /** the whole picture over the whole screen, instead of a frame for it */
  isFullScreen?: boolean;
  /** which of the full ones was asked for, from 0: it is not held */
  startIndex?: number;
}

interface SlideProps extends Omit<SlidesProps, 'images'> {
  url: string;
  position: number;
  total: number;
}

function Frame({ url, position, href, onOpen, children }: SlideProps & { children: ReactNode }) {
  if (onOpen)
    return (
      // Until the script runs, it leads to the picture itself.
      <a
        href={url}
        aria-label={`Show picture ${position} in full`}
        onClick={(event) => {
          event.preventDefault();
          onOpen(position - 1, event.currentTarget);
        }}
      >
        {children}
      </a>
    );
  if (!href) return children;
  return (
    <a href={href} tabIndex={-1}>
      {children}
    </a>
  );
}

function Slide(slide: SlideProps) {
  const { url, position, total, title, priority, isFullScreen, startIndex } = slide;
  const isDeferred = useContext(DeferImages) && position - 1 !== startIndex;
  const propsFor = isDeferred ? deferredImageProps : imageProps;
  return (
    <li className={styles.slide}>
      <Frame {...slide}>
        <img
          {...propsFor(url, IMAGE_WIDTHS)}
          sizes={isFullScreen ? '100vw' : SIZES}
          alt={total > 1 ? `${title}, picture ${position} of ${total}` : title}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'low'}
          decoding={priority ? 'sync' : 'async'}
          draggable={false}
        />
      </Frame>
      {total > 1 && (
        <span className={styles.count} aria-hidden="true">
          {position} / {total}
        </span>
      )}
    </li>
  );
}

/** A post's pictures side by side, to be swiped or scrolled: it needs no script. */
export function Slides({ images, ref, ...slide }: SlidesProps & { ref?: Ref<HTMLUListElement> }) {
  const hasMany = images.length > 1;
  return (
    <ul
      ref={ref}
      className={slide.isFullScreen ? `${styles.slides} ${styles.full}` : styles.slides}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={hasMany ? 0 : undefined}
      aria-label={hasMany ? `Pictures: ${slide.title}` : undefined}
    >
      {images.map((url, i) => (
        <Slide
          key={url}
          {...slide}
          url={url}
          position={i + 1}
          total={images.length}
          priority={slide.priority && i === 0}
        />
      ))}
    </ul>
  );
}
