import { type ReactNode, type ToggleEvent, useId } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

import styles from './Menu.module.css';

const GAP_PX = 4;

/** Below its button on wide screens, at the bottom on phones. */
function positionMenu({ newState, currentTarget: menu }: ToggleEvent<HTMLElement>): void {
  const button = menu.previousElementSibling;
  if (newState !== 'open' || !button) return;
  const { right, bottom } = button.getBoundingClientRect();
  menu.style.setProperty('--top', `${bottom + scrollY + GAP_PX}px`);
  menu.style.setProperty('--right', `${document.documentElement.clientWidth - right}px`);
}

interface Props {
  /** names the button */
  label: string;
  /** buttons; each closes the menu */
  children: ReactNode;
}

/** A button with three dots and its menu, a native popover. */
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
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a button's click, by key or not */}
      <div
        id={id}
        className={styles.menu}
        popover="auto"
        onBeforeToggle={positionMenu}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
