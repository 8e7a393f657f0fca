import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { formatDate, formatDay } from '#islands/ui/format/format-date.ts';
import { Icon, type IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { ROLES } from '#lib/contract/people/members.ts';
import type { Profile } from '#lib/contract/people/profile.ts';
import { t } from '#lib/messages/t.ts';
import { splitTags } from '#lib/messages/tags.ts';

import { displayName, fullName } from './full-name.ts';
import { ProfilePicture } from './picture/ProfilePicture.tsx';
import { PROFILE_ICONS } from './profile-icons.ts';

import styles from './ProfileCard.module.css';

/**
 * Copies a new name and picture into the header, which the server rendered.
 * @returns a ref for the card with the picture
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

/** Name and description of each role of the API. */
const roleTexts: Record<string, () => readonly [name: string, description: string]> = {
  Farmer: () => [t('role.farmer'), t('role.farmer_does')],
  'Bio-waste processor': () => [t('role.processor'), t('role.processor_does')],
  'Gleaning organization': () => [t('role.gleaner'), t('role.gleaner_does')],
  'Livestock feed producer': () => [t('role.feed'), t('role.feed_does')],
  Staff: () => [t('role.staff'), t('role.staff_does')],
} satisfies Record<Role, () => readonly [string, string]>;

const roleText = (role: string) => roleTexts[role]?.() ?? ([role, ''] as const);

/** Toggles the description of the role. */
function RoleTag({ role }: { role: string }) {
  const [isOn, setIsOn] = useState(false);
  const [name, description] = roleText(role);
  return (
    <div className={styles.role}>
      <button type="button" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        <span>
          <Icon path={isOn ? ICONS.check : ICONS.sheaf} size={20} />
          {name}
        </span>
      </button>
      <p aria-live="polite">{isOn && description}</p>
    </div>
  );
}

interface Tab {
  title: string;
  icon: IconPath;
  details: (profile: Profile) => [string, string][];
}

const tabs = (): Tab[] => [
  {
    title: t('account.account'),
    icon: PROFILE_ICONS.user,
    details: ({ first_name, middle_name, last_name, role }) => [
      [t('account.first_name'), first_name],
      ...(middle_name ? [[t('account.middle_name'), middle_name] as [string, string]] : []),
      [t('account.last_name'), last_name],
      [t('account.role'), roleText(role)[0]],
    ],
  },
  {
    title: t('account.email'),
    icon: PROFILE_ICONS.mail,
    details: ({ email, sign_in_phone }) => [
      [t('account.log_in_with'), [email, sign_in_phone].filter(Boolean).join(', ')],
    ],
  },
  {
    title: t('account.contact'),
    icon: PROFILE_ICONS.phone,
    details: ({ contact_phone }) => [
      [t('account.your_number'), contact_phone ?? t('account.no_number')],
    ],
  },
  {
    title: t('account.birthdate'),
    icon: PROFILE_ICONS.calendar,
    details: ({ birthdate }) => [
      [t('account.birthdate'), birthdate ? formatDay(birthdate) : t('account.not_added')],
    ],
  },
];

const ARROW_STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowDown: 1,
};

/** The selected tab. Arrow keys, Home and End change it. */
function useTabs(length: number) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const edges: Record<string, number> = { Home: 0, End: length - 1 };
    const step = ARROW_STEPS[event.key];
    const next = step ? (current + step + length) % length : edges[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return { current, setCurrent, list: { ref: list, onKeyDown } };
}

const Rows = ({ rows }: { rows: [string, string][] }) => (
  <dl>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function ProfileDetails({ profile }: { profile: Profile }) {
  const id = useId();
  const all = tabs();
  const { current, setCurrent, list } = useTabs(all.length);
  return (
    <div>
      <div className={styles.tabs} role="tablist" aria-label={t('shell.account')} {...list}>
        {all.map(({ title, icon }, i) => (
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
        <Rows rows={all[current]?.details(profile) ?? []} />
      </div>
    </div>
  );
}

export function ProfileCard({ profile }: { profile: Profile }) {
  const card = useSyncHeader(profile);
  return (
    <section ref={card} className={styles.card} aria-label={t('shell.account')}>
      <div className={styles.head}>
        <ProfilePicture profile={profile} />
        <h1>{fullName(profile)}</h1>
        <RoleTag role={profile.role} />
      </div>
      <ProfileDetails profile={profile} />
      <p className={styles.joined}>
        {splitTags(t('account.joined', { day: formatDate(profile.joined_date) })).map(
          ({ tag, text }) =>
            tag ? (
              <time key={text} dateTime={profile.joined_date}>
                {text}
              </time>
            ) : (
              text
            ),
        )}
      </p>
    </section>
  );
}
