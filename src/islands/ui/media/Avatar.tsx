import { AVATAR_WIDTHS, srcSet } from '#lib/contract/images.ts';

import styles from './Avatar.module.css';

interface Props {
  name: string;
  /** the picture's URL, or null for the initials */
  picture: string | null;
  /** pixels */
  size?: number;
}

function initials(name: string): string {
  const names = name.trim().split(/\s+/);
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names;
  return ends.map((word) => word?.[0] ?? '').join('');
}

/** A member’s picture or initials. Screen readers skip it, because the name is beside it. */
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
