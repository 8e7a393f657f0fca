import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { isSignedOut } from '#lib/client/http/api-error.ts';
import { profileQuery } from '#lib/client/profile.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';
import { redirectToSignIn } from '#lib/client/redirect-to-sign-in.ts';
import { sessionsQuery } from '#lib/client/sessions.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
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

/** The current account; the first render shows the server's. */
function useProfile(initial: Account): Account {
  const { data, error } = useQuery(profileQuery);
  const mustSignIn = isSignedOut(error);
  useEffect(() => {
    if (mustSignIn) redirectToSignIn();
  }, [mustSignIn]);
  return useHydrated() && data ? data : initial;
}

function ProfileSections({ profile: initial, sessions, fetchedAt }: Props) {
  const profile = useProfile(initial);
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

/** The profile page. */
export default function Profile(props: Props) {
  const client = useHydratedQueryClient((cache) => {
    hydrateQuery(cache, profileQuery.queryKey, props.profile, props.fetchedAt);
    hydrateQuery(cache, sessionsQuery.queryKey, props.sessions, props.fetchedAt);
  });
  return (
    <QueryClientProvider client={client}>
      <ProfileSections {...props} />
    </QueryClientProvider>
  );
}
