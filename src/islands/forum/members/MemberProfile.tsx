import { QueryClientProvider } from '@tanstack/react-query';

import { forumProfileQuery } from '#lib/client/members.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';
import type { ForumProfile } from '#lib/contract/members.ts';

import { MemberProfileHeader } from './MemberProfileHeader.tsx';

interface Props {
  viewerId: string;
  profile: ForumProfile;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

/** A member's forum profile. */
export default function MemberProfile({ viewerId, profile, fetchedAt }: Props) {
  const client = useHydratedQueryClient((cache) =>
    hydrateQuery(
      cache,
      forumProfileQuery(viewerId, profile.account_id).queryKey,
      profile,
      fetchedAt,
    ),
  );
  return (
    <QueryClientProvider client={client}>
      <MemberProfileHeader viewerId={viewerId} initial={profile} />
    </QueryClientProvider>
  );
}
