import { type ReactNode, useId } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

import styles from './Menu.module.css';

interface Props {
  /** labels the button */
  label: string;
  /** buttons and links; each closes the menu */
  children: ReactNode;
}

/** A button with three dots and its menu, a native popover, which works before hydration. */
export function Menu({ label, children }: Props) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`round ${styles.opener}`}
        popoverTarget={id}
        aria-label={label}
      >
        <Icon path={ICONS.more} size={24} />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles bubbled clicks of buttons */}
      <div
        id={id}
        className={styles.menu}
        popover="auto"
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
