import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';

import { Post, type PostInput, PostPage, POSTS_PAGE } from '#lib/contract/posts.ts';

import { type Feed, prependPost } from './feed.ts';
import { callData } from './http.ts';
import { uploading } from './upload.ts';

const UPLOAD_TIMEOUT_MS = 5 * 60_000;
const FRESH_MS = 60_000;

const feedQuery = (list: 'explore' | 'own', path: string, viewerId: string) =>
  infiniteQueryOptions({
    queryKey: ['posts', list, viewerId],
    queryFn: ({ pageParam, signal }) =>
      callData(path, PostPage, {
        signal,
        searchParams: { cursor: pageParam ?? 0, limit: POSTS_PAGE },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: FRESH_MS,
  });

/** Everybody's posts, newest first. @param viewerId who looks: what is liked and owned is theirs */
export const exploreQuery = (viewerId: string) => feedQuery('explore', 'web/forum', viewerId);

/** One's own posts, newest first. @param viewerId whose */
export const ownPostsQuery = (viewerId: string) =>
  feedQuery('own', 'web/forum/discussions', viewerId);

/** A post that is being written. */
export interface NewPost extends PostInput {
  pictures: File[];
  /** the draft's own id: sent again with it, it is still one post */
  key: string;
}

/**
 * Publishes a post.
 * @param onProgress told the share of the upload that has left, 0 to 1
 * @param signal gives the upload up
 */
export function createPost(
  { title, description, pictures, key }: NewPost,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Post> {
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  for (const picture of pictures) form.append('attachments', picture);
  return callData('web/forum/posts', Post, {
    method: 'post',
    headers: { 'idempotency-key': key },
    fetch: uploading(form, onProgress),
    timeout: UPLOAD_TIMEOUT_MS,
    signal,
  });
}

/** Shows a new post on top of the author's lists at once. */
export function showNewPost(client: QueryClient, post: Post): void {
  const viewer = post.account.account_id;
  for (const { queryKey } of [exploreQuery(viewer), ownPostsQuery(viewer)])
    client.setQueryData<Feed>(queryKey, (feed) => prependPost(feed, post));
}
