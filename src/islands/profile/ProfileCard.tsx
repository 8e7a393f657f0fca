import { formatDate } from '#islands/ui/format/format-date.ts';
import type { Profile } from '#lib/contract/profile.ts';

import { fullName } from './full-name.ts';
import { ProfileDetails } from './ProfileDetails.tsx';
import { ProfilePicture } from './ProfilePicture.tsx';
import { RoleTag } from './RoleTag.tsx';
import { useSyncHeader } from './use-sync-header.ts';

import styles from './ProfileCard.module.css';

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
