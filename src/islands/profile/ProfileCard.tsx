import { longDate } from '#islands/ui/format/format-date.ts';
import type { Profile } from '#lib/contract/profile.ts';

import { fullName } from './full-name.ts';
import { Facts } from './ProfileDetails.tsx';
import { Picture } from './ProfilePicture.tsx';
import { RoleTag } from './RoleTag.tsx';
import { useHeader } from './use-sync-header.ts';

import styles from './ProfileCard.module.css';

/** Who one is: picture, name, role and what else is known (spec 2). */
export function ProfileCard({ profile }: { profile: Profile }) {
  const card = useHeader(profile);
  return (
    <section ref={card} className={styles.card} aria-label="Account Information">
      <div className={styles.head}>
        <Picture profile={profile} />
        <h1>{fullName(profile)}</h1>
        <RoleTag role={profile.role} />
      </div>
      <Facts profile={profile} />
      <p className={styles.joined}>
        Joined on <time dateTime={profile.joined_date}>{longDate(profile.joined_date)}</time>
      </p>
    </section>
  );
}
