import type { ReactNode } from 'react';

import { Avatar } from '#islands/ui/media/Avatar.tsx';

import styles from './MemberRow.module.css';

interface Props {
  name: string;
  picture: string | null;
  /** where it leads; without it, it is no link */
  href?: string;
  /** stands below the name */
  subtitle?: ReactNode;
  /** stands at its end */
  trailing?: ReactNode;
}

/** A member in a list: picture, name, and a line about them. */
export function MemberRow({ name, picture, href, subtitle, trailing }: Props) {
  const content = (
    <>
      <Avatar name={name} picture={picture} />
      <span className={styles.words}>
        <b>{name}</b>
        {subtitle && <small>{subtitle}</small>}
      </span>
    </>
  );
  return (
    <li className={styles.person}>
      {href ? (
        <a className={styles.who} href={href}>
          {content}
        </a>
      ) : (
        <span className={styles.who}>{content}</span>
      )}
      {trailing}
    </li>
  );
}
