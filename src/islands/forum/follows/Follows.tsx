import { QueryClientProvider } from '@tanstack/react-query';

import { type FollowPage, followsQuery, type FollowDirection } from '#lib/client/follows.ts';
import { firstPage } from '#lib/client/query/paged-query.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';

import { FollowList } from './FollowList.tsx';

interface Props {
  direction: FollowDirection;
  viewerId: string;
  /** the first page */
  page: FollowPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
}

/** A member's followers, or the members they follow. */
export default function Follows({ direction, viewerId, page, fetchedAt }: Props) {
  const client = useHydratedQueryClient((cache) =>
    hydrateQuery(cache, followsQuery(direction, viewerId).queryKey, firstPage(page), fetchedAt),
  );
  return (
    <QueryClientProvider client={client}>
      <FollowList direction={direction} viewerId={viewerId} initial={page} />
    </QueryClientProvider>
  );
}
