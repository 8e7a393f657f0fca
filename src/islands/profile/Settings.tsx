import { Accordion } from '#islands/ui/Accordion.tsx';
import type { Profile } from '#lib/contract/profile.ts';

import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { PROFILE_ICONS } from './profile-icons.ts';

import styles from './Settings.module.css';

/** The account settings. */
export const Settings = ({ profile }: { profile: Profile }) => (
  <section className={styles.settings} aria-labelledby="settings">
    <h2 id="settings">Account Settings</h2>
    <Accordion name="settings" icon={PROFILE_ICONS.user} title="Profile">
      <NameForm profile={profile} />
    </Accordion>
    <Accordion name="settings" icon={PROFILE_ICONS.phone} title="Contact No.">
      <PhoneForm profile={profile} />
    </Accordion>
    <Accordion name="settings" icon={PROFILE_ICONS.lock} title="Change Password">
      <PasswordForm email={profile.email} />
    </Accordion>
  </section>
);
