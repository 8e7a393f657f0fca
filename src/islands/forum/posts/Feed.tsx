import { QueryClientProvider } from '@tanstack/react-query';

import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { refreshFeed } from '#lib/client/feed.ts';
import { memberPostsQuery, ownPostsQuery } from '#lib/client/posts.ts';
import { firstPage } from '#lib/client/query/paged-query.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { FeedList } from './FeedList.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props {
  viewerId: string;
  /** whose posts */
  memberId: string;
  /** the first page */
  page: PostPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
}

/** A member's posts, or the viewer's own. */
export default function Feed({ viewerId, memberId, page, fetchedAt, deferImages }: Props) {
  const isOwn = viewerId === memberId;
  const query = isOwn ? ownPostsQuery(viewerId) : memberPostsQuery(viewerId, memberId);
  const client = useHydratedQueryClient((cache) =>
    hydrateQuery(cache, query.queryKey, firstPage(page), fetchedAt, refreshFeed),
  );
  return (
    <QueryClientProvider client={client}>
      <DeferImages value={deferImages}>
        <FeedList
          query={query}
          initial={page}
          fetchedAt={fetchedAt}
          emptyState={<NoPosts list={isOwn ? 'own' : 'theirs'} />}
        />
      </DeferImages>
    </QueryClientProvider>
  );
}
