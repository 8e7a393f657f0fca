import { AVATAR_WIDTHS, srcSet } from '#lib/contract/images.ts';

import styles from './Avatar.module.css';

interface Props {
  name: string;
  /** the picture's address, or null for the initials */
  picture: string | null;
  /** pixels; 44 unless told */
  size?: number;
}

/** @returns the first letters of the first and the last name */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => word?.[0] ?? '').join('');
}

/** A member's picture, or initials. It says nothing to a screen reader: the name stands beside it. */
export function Avatar({ name, picture, size = 44 }: Props) {
  if (!picture)
    return (
      <span className={styles.avatar} aria-hidden="true">
        {initials(name)}
      </span>
    );
  return (
    <img
      className={styles.avatar}
      src={picture}
      srcSet={srcSet(picture, AVATAR_WIDTHS)}
      sizes={`${size}px`}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      alt=""
    />
  );
}
