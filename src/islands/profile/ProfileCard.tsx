import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { formatDate, formatDay } from '#islands/ui/format/format-date.ts';
import { Icon, type IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { ROLES } from '#lib/contract/people/members.ts';
import type { Profile } from '#lib/contract/people/profile.ts';

import { displayName, fullName } from './full-name.ts';
import { ProfilePicture } from './picture/ProfilePicture.tsx';
import { PROFILE_ICONS } from './profile-icons.ts';

import styles from './ProfileCard.module.css';

/**
 * Shows a new name and picture in the page's header, which the server rendered.
 * @returns a ref for the card whose picture is copied
 */
function useSyncHeader(profile: Profile) {
  const card = useRef<HTMLElement>(null);
  const name = displayName(profile);
  const picture = profile.profile_picture;
  useEffect(() => {
    const avatar = card.current?.querySelector('[data-avatar] > *');
    const corner = document.querySelector('[data-viewer-avatar]');
    if (avatar) corner?.replaceChildren(avatar.cloneNode(true));
    document.querySelector('[data-viewer-name]')?.replaceChildren(name);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the picture is in what is copied
  }, [name, picture]);
  return card;
}

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
function RoleTag({ role }: { role: string }) {
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
function ProfileDetails({ profile }: { profile: Profile }) {
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

/** The member's picture, name, role and details. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const card = useSyncHeader(profile);
  return (
    <section ref={card} className={styles.card} aria-label="Account Information">
      <div className={styles.head}>
        <ProfilePicture profile={profile} />
        <h1>{fullName(profile)}</h1>
        <RoleTag role={profile.role} />
      </div>
      <ProfileDetails profile={profile} />
      <p className={styles.joined}>
        Joined on <time dateTime={profile.joined_date}>{formatDate(profile.joined_date)}</time>
      </p>
    </section>
  );
}
