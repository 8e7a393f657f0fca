import { useEffect } from 'react';

import { isSignedOut } from '#lib/client/http/api-error.ts';
import { profileQuery } from '#lib/client/people/profile.ts';
import { useServerQuery } from '#lib/client/query/use-server-query.ts';
import { redirectToSignIn } from '#lib/client/redirects.ts';
import type { Profile as Account } from '#lib/contract/people/profile.ts';

import { ProfileCard } from './ProfileCard.tsx';
import { Settings } from './Settings.tsx';

interface Props {
  profile: Account;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

/** The current account, shared by both islands of the page. */
function useProfile({ profile, fetchedAt }: Props): Account {
  const { data, error } = useServerQuery(profileQuery, profile, fetchedAt);
  const mustSignIn = isSignedOut(error);
  useEffect(() => {
    if (mustSignIn) redirectToSignIn();
  }, [mustSignIn]);
  return data;
}

export const OwnCard = (props: Props) => <ProfileCard profile={useProfile(props)} />;

export const OwnSettings = (props: Props) => <Settings profile={useProfile(props)} />;
