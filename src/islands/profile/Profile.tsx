import { useEffect } from 'react';

import { isSignedOut } from '#lib/client/http/api-error.ts';
import { profileQuery } from '#lib/client/profile.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { redirectToSignIn } from '#lib/client/redirect-to-sign-in.ts';
import type { Profile as Account } from '#lib/contract/profile.ts';
import type { SessionList } from '#lib/contract/sessions.ts';

import { ProfileCard } from './ProfileCard.tsx';
import { Sessions } from './Sessions.tsx';
import { Settings } from './Settings.tsx';

import styles from './Profile.module.css';

interface Props {
  profile: Account;
  sessions: SessionList;
  /** when the server read them, milliseconds since 1970 */
  fetchedAt: number;
}

/** The current account. */
function useProfile(initial: Account, fetchedAt: number): Account {
  const { data, error } = useServerQuery(profileQuery, initial, fetchedAt);
  const mustSignIn = isSignedOut(error);
  useEffect(() => {
    if (mustSignIn) redirectToSignIn();
  }, [mustSignIn]);
  return data;
}

/** The profile page. */
export default function Profile({ profile: initial, sessions, fetchedAt }: Props) {
  const profile = useProfile(initial, fetchedAt);
  return (
    <div className={styles.profile}>
      <ProfileCard profile={profile} />
      <div className={styles.sections}>
        <Settings profile={profile} />
        <Sessions initial={sessions} fetchedAt={fetchedAt} />
      </div>
    </div>
  );
}
