import { useState } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

import { ROLE_DESCRIPTIONS } from './roles.ts';

import styles from './RoleTag.module.css';

/** The role as a toggle: on, it says what the role is for. */
export function RoleTag({ role }: { role: string }) {
  const [isOn, setIsOn] = useState(false);
  return (
    <div className={styles.role}>
      <button type="button" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        <span>
          <Icon path={isOn ? ICONS.check : ICONS.sheaf} size={20} />
          {role}
        </span>
      </button>
      <p aria-live="polite">{isOn && ROLE_DESCRIPTIONS[role]}</p>
    </div>
  );
}
