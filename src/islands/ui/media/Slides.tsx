import { type ReactNode, type Ref, useContext } from 'react';

import { IMAGE_WIDTHS } from '#lib/contract/images.ts';
import { t } from '#lib/messages/t.ts';

import { DeferImages } from './deferred-image.ts';
import { deferredImageProps, imageProps } from './image-props.ts';

import styles from './Slides.module.css';

// The column is at most 40rem wide, with a side column from 50rem. On phones 98vw lets 412 points at 1.75 use 720 pixels.
const SIZES = '(min-width: 62rem) 40rem, (min-width: 50rem) calc(100vw - 19rem), 98vw';

export interface SlidesProps {
  /** URLs */
  images: string[];
  /** describes those that are not described themselves */
  title: string;
  /** what the images show, in their order */
  alts?: string[] | undefined;
  /** where an image leads */
  href?: string;
  /** opens an image in full, by its index */
  onOpen?: (index: number, opener: HTMLElement) => void;
  /** the first image is the LCP element */
  priority?: boolean;
}

interface SlideProps extends Omit<SlidesProps, 'images' | 'alts'> {
  url: string;
  /** what it shows, in its author's words */
  alt: string | undefined;
  position: number;
  total: number;
}

function Frame({
  url,
  position,
  alt,
  href,
  onOpen,
  children,
}: SlideProps & { children: ReactNode }) {
  if (onOpen)
    return (
      // Before hydration it leads to the image itself.
      <a
        href={url}
        aria-label={t('photo.view', { position, described: alt ? 'yes' : 'no', alt: alt ?? '' })}
        onClick={(event) => {
          // In a tab or window of its own.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
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
  const { url, position, total, title, alt, priority } = slide;
  const propsFor = useContext(DeferImages) ? deferredImageProps : imageProps;
  return (
    <li className={styles.slide}>
      <Frame {...slide}>
        <img
          {...propsFor(url, IMAGE_WIDTHS)}
          sizes={SIZES}
          alt={alt || (total > 1 ? t('photo.of', { title, position, total }) : title)}
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
export function Slides({
  images,
  alts,
  ref,
  ...slide
}: SlidesProps & { ref?: Ref<HTMLUListElement> }) {
  const hasMany = images.length > 1;
  return (
    <ul
      ref={ref}
      className={`focus-inside ${styles.slides}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={hasMany ? 0 : undefined}
      aria-label={hasMany ? t('photo.list', { title: slide.title }) : undefined}
    >
      {images.map((url, i) => (
        <Slide
          key={url}
          {...slide}
          url={url}
          alt={alts?.[i]}
          position={i + 1}
          total={images.length}
          priority={slide.priority && i === 0}
        />
      ))}
    </ul>
  );
}
