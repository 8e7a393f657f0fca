import type { ReactNode } from 'react';

import { Avatar } from '#islands/ui/media/Avatar.tsx';

import styles from './MemberRow.module.css';

interface Props {
  name: string;
  picture: string | null;
  /** where it leads; without it, it is no link */
  href?: string;
  /** stands below the name */
  detail?: ReactNode;
  /** stands at its end */
  end?: ReactNode;
}

/** A member in a list: picture, name, and a line about them. */
export function PersonRow({ name, picture, href, detail, end }: Props) {
  const who = (
    <>
      <Avatar name={name} picture={picture} />
      <span className={styles.words}>
        <b>{name}</b>
        {detail && <small>{detail}</small>}
      </span>
    </>
  );
  return (
    <li className={styles.person}>
      {href ? (
        <a className={styles.who} href={href}>
          {who}
        </a>
      ) : (
        <span className={styles.who}>{who}</span>
      )}
      {end}
    </li>
  );
}
