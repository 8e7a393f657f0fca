import { QueryClientProvider } from '@tanstack/react-query';

import { type FollowPage, followsQuery, type Side } from '#lib/client/follows.ts';
import { startPages } from '#lib/client/query/paged-query.ts';
import { seed } from '#lib/client/query/query-client.ts';
import { useSeeded } from '#lib/client/query/use-hydrated-query-client.ts';

import { PeopleList } from './FollowList.tsx';

interface Props {
  side: Side;
  viewerId: string;
  /** the first page, as the server read it */
  page: FollowPage;
  /** when it did, milliseconds since 1970 */
  at: number;
}

/** Who follows a member, or whom they follow. */
export default function People({ side, viewerId, page, at }: Props) {
  const client = useSeeded((cache) =>
    seed(cache, followsQuery(side, viewerId).queryKey, startPages(page), at),
  );
  return (
    <QueryClientProvider client={client}>
      <PeopleList side={side} viewerId={viewerId} drawn={page} />
    </QueryClientProvider>
  );
}
