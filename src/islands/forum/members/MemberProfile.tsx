import { QueryClientProvider } from '@tanstack/react-query';

import { forumProfileQuery } from '#lib/client/members.ts';
import { seed } from '#lib/client/query/query-client.ts';
import { useSeeded } from '#lib/client/query/use-hydrated-query-client.ts';
import type { ForumProfile } from '#lib/contract/members.ts';

import { ProfileHead } from './MemberProfileHeader.tsx';

interface Props {
  viewerId: string;
  /** as the server read it */
  profile: ForumProfile;
  /** when it did, milliseconds since 1970 */
  at: number;
}

/** Who a member is in the forum, and whether one follows them. */
export default function Profile({ viewerId, profile, at }: Props) {
  const client = useSeeded((cache) =>
    seed(cache, forumProfileQuery(viewerId, profile.account_id).queryKey, profile, at),
  );
  return (
    <QueryClientProvider client={client}>
      <ProfileHead viewerId={viewerId} drawn={profile} />
    </QueryClientProvider>
  );
}
