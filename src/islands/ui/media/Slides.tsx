import { type ReactNode, type Ref, useContext } from 'react';

import { IMAGE_WIDTHS } from '#lib/contract/images.ts';
import { t } from '#lib/messages/t.ts';

import { DeferImages } from './deferred-image.ts';
import { deferredImageProps, imageProps } from './image-props.ts';

import styles from './Slides.module.css';

// The column is at most 40rem wide; viewports of 50rem and more also have a side column. 98vw, not 100vw: a phone of
// 412 CSS pixels with a pixel ratio of 1.75 then takes the image of 720 pixels.
const SIZES = '(min-width: 62rem) 40rem, (min-width: 50rem) calc(100vw - 19rem), 98vw';

export interface SlidesProps {
  /** URLs */
  images: string[];
  /** describes images without a description */
  title: string;
  /** descriptions of the images, in order */
  alts?: string[] | undefined;
  /** the link of each image */
  href?: string;
  /** opens an image full screen, by its index */
  onOpen?: (index: number, opener: HTMLElement) => void;
  /** the first image is the LCP element */
  priority?: boolean;
}

interface SlideProps extends Omit<SlidesProps, 'images' | 'alts'> {
  url: string;
  /** the author’s description */
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
      // Before hydration the link opens the image file.
      <a
        href={url}
        aria-label={t('photo.view', { position, described: alt ? 'yes' : 'no', alt: alt ?? '' })}
        onClick={(event) => {
          // With a modifier key, browsers open a tab or window.
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

/** A post’s images side by side, scrolling by CSS scroll snap without a script. */
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container needs keyboard access
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
