import type { ReactNode } from 'react';

import { Icon, type IconPath } from '#islands/ui/Icon.tsx';

import styles from './EmptyState.module.css';

interface Props {
  icon: IconPath;
  title: string;
  /** what to do next */
  children?: ReactNode;
}

export function EmptyState({ icon, title, children }: Props) {
  return (
    <div className={styles.empty}>
      <span className={styles.mark}>
        <Icon path={icon} size={34} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
