import { type ReactNode, type Ref, useContext } from 'react';

import { IMAGE_WIDTHS } from '#lib/contract/images.ts';

import { DeferImages } from './deferred-image.ts';
import { deferredImageProps, imageProps } from './image-props.ts';

import styles from './Slides.module.css';

// The column is at most 40rem wide, with a side column from 50rem. On phones 98vw lets 412 points at 1.75 use 720 pixels.
const SIZES = '(min-width: 62rem) 40rem, (min-width: 50rem) calc(100vw - 19rem), 98vw';

export interface SlidesProps {
  /** URLs */
  images: string[];
  /** describes the images */
  title: string;
  /** where an image leads */
  href?: string;
  /** opens an image in full, by its index */
  onOpen?: (index: number, opener: HTMLElement) => void;
  /** the first image is the LCP element */
  priority?: boolean;
}

interface SlideProps extends Omit<SlidesProps, 'images'> {
  url: string;
  position: number;
  total: number;
}

function Frame({ url, position, href, onOpen, children }: SlideProps & { children: ReactNode }) {
  if (onOpen)
    return (
      // Before hydration it leads to the image itself.
      <a
        href={url}
        aria-label={`View photo ${position} full screen`}
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
  const { url, position, total, title, priority } = slide;
  const propsFor = useContext(DeferImages) ? deferredImageProps : imageProps;
  return (
    <li className={styles.slide}>
      <Frame {...slide}>
        <img
          {...propsFor(url, IMAGE_WIDTHS)}
          sizes={SIZES}
          alt={total > 1 ? `${title}, picture ${position} of ${total}` : title}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'low'}
          decoding={priority ? 'sync' : 'async'}
          draggable={false}
        />
      </Frame>
      {total > 1 && (
        <span className={`on-picture ${styles.count}`} aria-hidden="true">
          {position} / {total}
        </span>
      )}
    </li>
  );
}

/** A post's images side by side, with scroll snap and no script. */
export function Slides({ images, ref, ...slide }: SlidesProps & { ref?: Ref<HTMLUListElement> }) {
  const hasMany = images.length > 1;
  return (
    <ul
      ref={ref}
      className={`focus-inside ${styles.slides}`}
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
