import {
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';

import styles from './Modal.module.css';

interface Props {
  /** the id of the heading that names it */
  labelledBy: string;
  /**
   * Asked when the person wants to leave: Escape, the phone's back gesture, a click beside it. Whoever shows the
   * dialog takes it away, or asks first and leaves it.
   */
  onRequestClose: () => void;
  /** `sheet` covers a phone's whole screen, `card` does not; `box` is a small question; `full` covers every screen */
  shape?: 'sheet' | 'card' | 'box' | 'full';
  role?: 'alertdialog';
  children: ReactNode;
}

const isOnBackdrop = ({ target, currentTarget }: SyntheticEvent) => target === currentTarget;

/** The page behind may not scroll, and nothing in it may move when its scroll bar goes. */
function lockScroll(): void {
  const { documentElement: root } = document;
  root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`);
}

/** Opens the dialog while it is shown. The browser gives the focus back to where it was. */
function useShowModal(onRequestClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const requestClose = useEffectEvent(onRequestClose);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (!document.querySelector('dialog:modal')) lockScroll();
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-focus]')?.focus();
    // Browsers let nobody veto a second Escape in a row: what they closed is opened again, and asked about.
    const reopen = () => {
      dialog.showModal();
      requestClose();
    };
    dialog.addEventListener('close', reopen);
    return () => {
      dialog.removeEventListener('close', reopen);
      dialog.close();
    };
  }, []);
  return ref;
}

/** A dialog above the page, for as long as it is rendered. What is marked `data-focus` in it has the focus first. */
export function Modal({ labelledBy, onRequestClose, shape = 'sheet', role, children }: Props) {
  const ref = useShowModal(onRequestClose);
  const pressedBackdrop = useRef(false);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      ref={ref}
      className={styles[shape]}
      role={role}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // A file picker that is dismissed says `cancel` too.
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
