import { Accordion } from '#islands/ui/Accordion.tsx';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { CHANGE_PASSWORD_ID } from '#lib/contract/paths.ts';
import type { Profile } from '#lib/contract/profile.ts';

import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { PROFILE_ICONS } from './profile-icons.ts';

import styles from './Settings.module.css';

const SETTINGS = [
  {
    title: 'Profile',
    id: undefined,
    icon: PROFILE_ICONS.user,
    Form: NameForm,
    load: () => import('./save-name.ts'),
  },
  {
    title: 'Contact No.',
    id: undefined,
    icon: PROFILE_ICONS.phone,
    Form: PhoneForm,
    load: () => import('./save-phone.ts'),
  },
  {
    title: 'Change Password',
    id: CHANGE_PASSWORD_ID,
    icon: PROFILE_ICONS.lock,
    Form: PasswordForm,
    load: () => import('./save-password.ts'),
  },
];

/** The account settings. An outdated page offers to reload before anything is typed. */
export const Settings = ({ profile }: { profile: Profile }) => (
  <section className={styles.settings} aria-labelledby="settings">
    <h2 id="settings">Account Settings</h2>
    {SETTINGS.map(({ title, id, icon, Form, load }) => (
      <Accordion
        key={title}
        name="settings"
        id={id}
        icon={icon}
        title={title}
        onOpen={() => void load().catch(offerReload)}
      >
        <Form profile={profile} load={load} />
      </Accordion>
    ))}
  </section>
);
