import type { ReactNode } from 'react';

import { Icon, type IconPath } from './Icon.tsx';
import { ICONS } from './icons.ts';

import styles from './Accordion.module.css';

interface Props {
  /** one accordion of a name is open at a time */
  name: string;
  /** of what opens: an address with it as its fragment opens it */
  id?: string | undefined;
  icon: IconPath;
  title: string;
  onOpen?: () => void;
  children: ReactNode;
}

/** A part of a page that opens below its title. */
export const Accordion = ({ name, id, icon, title, onOpen, children }: Props) => (
  <details
    className={styles.accordion}
    name={name}
    onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
  >
    <summary className="focus-inside">
      <Icon path={icon} />
      <h3>{title}</h3>
      <span className={styles.mark}>
        <Icon path={ICONS.down} />
      </span>
    </summary>
    <div id={id} className={styles.inside}>
      {children}
    </div>
  </details>
);
