import {
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';

import { trackDialog } from './dialog-history.ts';

import styles from './Modal.module.css';

interface Props {
  /** the id of the heading */
  labelledBy: string;
  /** called on Escape, Back and a click on the backdrop; the parent removes the dialog, or confirms first */
  onRequestClose: () => void;
  /** `sheet` covers a phone’s screen, `card` does not, `box` is a small question */
  shape?: 'sheet' | 'card' | 'box';
  role?: 'alertdialog';
  children: ReactNode;
}

const isOnBackdrop = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget;

/** Reserves the width of the scroll bar, so that the page does not shift. */
function lockScroll(): void {
  const { documentElement: root } = document;
  root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`);
}

/** Shows the dialog while mounted. The browser restores the focus. */
function useShowModal(onRequestClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const requestClose = useEffectEvent(onRequestClose);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (!document.querySelector('dialog:modal')) lockScroll();
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-focus]')?.focus();
    // Browsers close a dialog on a second Escape without a `cancel` event, so reopen it.
    const reopen = () => {
      dialog.showModal();
      requestClose();
    };
    dialog.addEventListener('close', reopen);
    const untrack = trackDialog(() => requestClose());
    return () => {
      untrack();
      dialog.removeEventListener('close', reopen);
      dialog.close();
    };
  }, []);
  return ref;
}

/** A dialog above the page, open while mounted. The element with `data-focus` gets the initial focus. */
export function Modal({ labelledBy, onRequestClose, shape = 'sheet', role, children }: Props) {
  const ref = useShowModal(onRequestClose);
  const pressedBackdrop = useRef(false);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={ref}
      className={`${styles.modal} ${styles[shape]}`}
      role={role}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // A dismissed file picker fires `cancel` too.
        if (!isOnBackdrop(event)) return;
        event.preventDefault();
        onRequestClose();
      }}
      onPointerDown={(event) => (pressedBackdrop.current = isOnBackdrop(event))}
      onClick={(event) => {
        if (pressedBackdrop.current && isOnBackdrop(event)) onRequestClose();
      }}
    >
      <div className={styles.inside}>{children}</div>
    </dialog>
  );
}
