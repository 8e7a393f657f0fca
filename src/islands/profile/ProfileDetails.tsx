import { type KeyboardEvent, useId, useRef, useState } from 'react';

import { formatDay } from '#islands/ui/format/format-date.ts';
import { Icon, type IconPath } from '#islands/ui/Icon.tsx';
import type { Profile } from '#lib/contract/people/profile.ts';

import { PROFILE_ICONS } from './profile-icons.ts';

import styles from './ProfileDetails.module.css';

const TABS: { title: string; icon: IconPath; details: (profile: Profile) => [string, string][] }[] =
  [
    {
      title: 'Account',
      icon: PROFILE_ICONS.user,
      details: ({ first_name, middle_name, last_name, role }) => [
        ['First name', first_name],
        ...(middle_name ? [['Middle name', middle_name] as [string, string]] : []),
        ['Last name', last_name],
        ['Role', role],
      ],
    },
    {
      title: 'Email Address',
      icon: PROFILE_ICONS.mail,
      details: ({ email }) => [['You log in with', email]],
    },
    {
      title: 'Contact No.',
      icon: PROFILE_ICONS.phone,
      details: ({ contact_phone }) => [
        ['Your number', contact_phone ?? 'Not added yet. Add it below.'],
      ],
    },
    {
      title: 'Birthdate',
      icon: PROFILE_ICONS.calendar,
      details: ({ birthdate }) => [['Birthdate', birthdate ? formatDay(birthdate) : 'Not added']],
    },
  ];

const ARROW_STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowDown: 1,
};

/** The selected tab; arrow keys, Home and End change it. */
function useTabs() {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const edges: Record<string, number> = { Home: 0, End: TABS.length - 1 };
    const step = ARROW_STEPS[event.key];
    const next = step ? (current + step + TABS.length) % TABS.length : edges[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return { current, setCurrent, list: { ref: list, onKeyDown } };
}

/** The member's details in tabs. */
export function ProfileDetails({ profile }: { profile: Profile }) {
  const id = useId();
  const { current, setCurrent, list } = useTabs();
  return (
    <div>
      <div className={styles.tabs} role="tablist" aria-label="Account Information" {...list}>
        {TABS.map(({ title, icon }, i) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${i}`}
            aria-selected={i === current}
            aria-controls={`${id}-panel`}
            tabIndex={i === current ? 0 : -1}
            onClick={() => setCurrent(i)}
          >
            <Icon path={icon} />
            {title}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${current}`}
      >
        <dl>
          {TABS[current]?.details(profile).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
