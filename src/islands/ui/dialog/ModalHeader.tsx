import type { ReactNode } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';

import styles from './ModalHeader.module.css';

interface Props {
  /** names the dialog */
  id: string;
  title: string;
  onClose: () => void;
  /** stands at its end, e.g. the button that sends */
  children?: ReactNode;
}

/** The head of a dialog, which stays while the rest scrolls: the way out, what it is, and what it is for. */
export const ModalHeader = ({ id, title, onClose, children }: Props) => (
  <header className={styles.head}>
    <button type="button" className="round" aria-label="Close" onClick={onClose}>
      <Icon name="close" size={24} />
    </button>
    <h2 id={id}>{title}</h2>
    {children}
  </header>
);
