import { QueryClientProvider } from '@tanstack/react-query';

import { Held } from '#islands/ui/media/deferred-image.ts';
import { refreshFeed } from '#lib/client/feed.ts';
import { memberPostsQuery, ownPostsQuery } from '#lib/client/posts.ts';
import { startPages } from '#lib/client/query/paged-query.ts';
import { seed } from '#lib/client/query/query-client.ts';
import { useSeeded } from '#lib/client/query/use-hydrated-query-client.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { FeedList } from './FeedList.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props {
  viewerId: string;
  /** whose posts */
  memberId: string;
  /** the first page, as the server read it */
  page: PostPage;
  /** when it did, milliseconds since 1970 */
  at: number;
  /** pictures are only fetched when they are tapped */
  held: boolean;
}

/** A member's posts: one's own, or somebody else's. */
export default function Feed({ viewerId, memberId, page, at, held }: Props) {
  const isOwn = viewerId === memberId;
  const query = isOwn ? ownPostsQuery(viewerId) : memberPostsQuery(viewerId, memberId);
  const client = useSeeded((cache) =>
    seed(cache, query.queryKey, startPages(page), at, refreshFeed),
  );
  return (
    <QueryClientProvider client={client}>
      <Held value={held}>
        <FeedList
          query={query}
          drawn={page}
          at={at}
          none={<NoPosts list={isOwn ? 'own' : 'theirs'} />}
        />
      </Held>
    </QueryClientProvider>
  );
}
