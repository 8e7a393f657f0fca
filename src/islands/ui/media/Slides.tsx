import { type ReactNode, type Ref, useContext } from 'react';

import { PICTURE_WIDTHS } from '#lib/contract/images.ts';

import { Held } from './deferred-image.ts';
import { heldSource } from './deferred-source.ts';
import { pictureSource } from './image-source.ts';

import styles from './Slides.module.css';

// The column is 40rem wide at most; beside it stands the forum's left column, from 50rem. On phones a
// little less than all: for 412 points at 1.75 dots a point 720 pixels will do.
const SIZES = '(min-width: 62rem) 40rem, (min-width: 50rem) calc(100vw - 19rem), 98vw';

export interface SlidesProps {
  /** addresses of the pictures */
  pictures: string[];
  /** what the pictures are of */
  title: string;
  /** where a picture leads */
  href?: string;
  /** shows a picture in full: its place, from 0 */
  onOpen?: (place: number, opener: HTMLElement) => void;
  /** the page's first picture: fetched before the others */
  first?: boolean;
  /** the whole picture over the whole screen, instead of a frame for it */
  full?: boolean;
  /** which of the full ones was asked for, from 0: it is not held */
  start?: number;
}

interface SlideProps extends Omit<SlidesProps, 'pictures'> {
  url: string;
  place: number;
  of: number;
}

function Frame({ url, place, href, onOpen, children }: SlideProps & { children: ReactNode }) {
  if (onOpen)
    return (
      // Until the script runs, it leads to the picture itself.
      <a
        href={url}
        aria-label={`Show picture ${place} in full`}
        onClick={(event) => {
          event.preventDefault();
          onOpen(place - 1, event.currentTarget);
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
  const { url, place, of, title, first, full, start } = slide;
  const isHeld = useContext(Held) && place - 1 !== start;
  const sourceOf = isHeld ? heldSource : pictureSource;
  return (
    <li className={styles.slide}>
      <Frame {...slide}>
        <img
          {...sourceOf(url, PICTURE_WIDTHS)}
          sizes={full ? '100vw' : SIZES}
          alt={of > 1 ? `${title}, picture ${place} of ${of}` : title}
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'low'}
          decoding={first ? 'sync' : 'async'}
          draggable={false}
        />
      </Frame>
      {of > 1 && (
        <span className={styles.count} aria-hidden="true">
          {place} / {of}
        </span>
      )}
    </li>
  );
}

/** A post's pictures side by side, to be swiped or scrolled: it needs no script. */
export function Slides({ pictures, ref, ...of }: SlidesProps & { ref?: Ref<HTMLUListElement> }) {
  const many = pictures.length > 1;
  return (
    <ul
      ref={ref}
      className={of.full ? `${styles.slides} ${styles.full}` : styles.slides}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={many ? 0 : undefined}
      aria-label={many ? `Pictures: ${of.title}` : undefined}
    >
      {pictures.map((url, i) => (
        <Slide
          key={url}
          {...of}
          url={url}
          place={i + 1}
          of={pictures.length}
          first={of.first && i === 0}
        />
      ))}
    </ul>
  );
}
