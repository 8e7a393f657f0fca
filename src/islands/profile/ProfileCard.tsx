import { useEffect, useRef } from 'react';

import { ProfilePicture } from '#islands/profile/picture/ProfilePicture.tsx';
import { formatDate } from '#islands/ui/format/format-date.ts';
import type { Profile } from '#lib/contract/people/profile.ts';

import { displayName, fullName } from './full-name.ts';
import { ProfileDetails } from './ProfileDetails.tsx';
import { RoleTag } from './RoleTag.tsx';

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
