import { QueryClientProvider } from '@tanstack/react-query';

import { Held } from '#islands/ui/media/deferred-image.ts';
import { likeStackQuery } from '#lib/client/likes.ts';
import { postQuery } from '#lib/client/posts.ts';
import { seed } from '#lib/client/query/query-client.ts';
import { useSeeded } from '#lib/client/query/use-hydrated-query-client.ts';
import type { LikePage } from '#lib/contract/likes.ts';
import type { Account } from '#lib/contract/members.ts';
import type { Post } from '#lib/contract/posts.ts';

import { PostDetail } from './PostDetail.tsx';

interface Props {
  viewer: Account;
  post: Post;
  /** the newest few who like it */
  likes: LikePage;
  /** when the server read them, milliseconds since 1970 */
  at: number;
  /** pictures are only fetched when they are tapped */
  held: boolean;
}

/** A post by itself, with all that is said about it. */
export default function PostPage({ viewer, post, likes, at, held }: Props) {
  const client = useSeeded((cache) => {
    seed(cache, postQuery(viewer.account_id, post.post_id).queryKey, post, at);
    seed(cache, likeStackQuery(post.post_id).queryKey, likes, at);
  });
  return (
    <QueryClientProvider client={client}>
      <Held value={held}>
        <PostDetail viewer={viewer} drawn={post} likes={likes} at={at} />
      </Held>
    </QueryClientProvider>
  );
}
