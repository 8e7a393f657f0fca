import { QueryClientProvider } from '@tanstack/react-query';

import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { likeStackQuery } from '#lib/client/likes.ts';
import { postQuery } from '#lib/client/posts.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';
import type { LikePage } from '#lib/contract/likes.ts';
import type { Account } from '#lib/contract/members.ts';
import type { Post } from '#lib/contract/posts.ts';

import { PostDetail } from './PostDetail.tsx';

interface Props {
  viewer: Account;
  post: Post;
  /** the newest few */
  likes: LikePage;
  /** when the server read them, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
}

/** A post with its comments. */
export default function PostPage({ viewer, post, likes, fetchedAt, deferImages }: Props) {
  const client = useHydratedQueryClient((cache) => {
    hydrateQuery(cache, postQuery(viewer.account_id, post.post_id).queryKey, post, fetchedAt);
    hydrateQuery(cache, likeStackQuery(post.post_id).queryKey, likes, fetchedAt);
  });
  return (
    <QueryClientProvider client={client}>
      <DeferImages value={deferImages}>
        <PostDetail viewer={viewer} initial={post} likes={likes} fetchedAt={fetchedAt} />
      </DeferImages>
    </QueryClientProvider>
  );
}
