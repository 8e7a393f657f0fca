import type { ReactNode } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { t } from '#lib/messages/t.ts';

import styles from './ModalHeader.module.css';

interface Props {
  /** labels the dialog */
  id: string;
  title: string;
  onClose: () => void;
  /** shown below the title, e.g. what is missing; point `aria-describedby` to its id */
  note?: { id: string; text: string };
  /** at the end, e.g. the submit button */
  children?: ReactNode;
}

/** The header of a dialog, which stays while the content scrolls. */
export const ModalHeader = ({ id, title, note, onClose, children }: Props) => (
  <div className={styles.header}>
    <button type="button" className="round" aria-label={t('dialog.close')} onClick={onClose}>
      <Icon path={ICONS.close} size={24} />
    </button>
    <h2 id={id}>{title}</h2>
    {children}
    {note && (
      <p id={note.id} className={styles.note}>
        {note.text}
      </p>
    )}
  </div>
);
