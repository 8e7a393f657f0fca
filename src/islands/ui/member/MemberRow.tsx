import type { ReactNode } from 'react';

import { Avatar } from '#islands/ui/media/Avatar.tsx';

import styles from './MemberRow.module.css';

interface Props {
  /** unique on the page */
  id?: string;
  name: string;
  picture: string | null;
  href?: string;
  subtitle?: ReactNode;
  /** shown at the end */
  trailing?: ReactNode;
}

export function MemberRow({ id, name, picture, href, subtitle, trailing }: Props) {
  const content = (
    <>
      <Avatar name={name} picture={picture} />
      <span className={styles.text}>
        <b>{name}</b>
        {subtitle && <small>{subtitle}</small>}
      </span>
    </>
  );
  return (
    <li id={id} className={styles.member}>
      {href ? (
        <a className={styles.content} href={href}>
          {content}
        </a>
      ) : (
        <span className={styles.content}>{content}</span>
      )}
      {trailing}
    </li>
  );
}
