import { useState } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { ROLES } from '#lib/contract/people/members.ts';

import styles from './RoleTag.module.css';

type Role = (typeof ROLES)[keyof typeof ROLES];

/** By the role's name. */
const ROLE_DESCRIPTIONS: Record<string, string> = {
  Farmer: 'You grow crops and share what’s left after harvest.',
  'Bio-waste processor': 'You turn straw, husks, and manure into something new.',
  'Gleaning organization': 'You gather what would go to waste and get it to people who need it.',
  'Livestock feed producer': 'You turn what others don’t need into feed.',
  Staff: 'You take care of the community and its rules.',
} satisfies Record<Role, string>;

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
