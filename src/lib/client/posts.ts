import { queryOptions } from '@tanstack/react-query';

import { MEMBER_POSTS_PAGE, POSTS_PAGE } from '#lib/contract/pages.ts';
import type { Post, PostInput, PostPage } from '#lib/contract/posts.ts';

import { requestData } from './http/request.ts';
import { hasKeys, ignoreBody } from './http/response-shape.ts';
import { uploading } from './http/upload.ts';
import { pagedQuery } from './query/paged-query.ts';

const UPLOAD_TIMEOUT_MS = 5 * 60_000;
const STALE_TIME_MS = 60_000;

const postBody = hasKeys<Post>('post_id', 'attachments', 'account');
const postPath = (postId: string) => `web/forum/posts/${postId}`;

const feedQuery = (key: string[], path: string, limit: number) =>
  pagedQuery<PostPage>({
    queryKey: ['posts', ...key],
    path,
    limit,
    keys: ['posts', 'nextCursor'],
    getNextCursor: ({ nextCursor }) => nextCursor,
  });

/** Everybody's posts, newest first. @param viewerId who looks: what is liked and owned is theirs */
export const exploreQuery = (viewerId: string) =>
  feedQuery(['explore', viewerId], 'web/forum', POSTS_PAGE);

/** One's own posts, newest first. @param viewerId whose */
export const ownPostsQuery = (viewerId: string) =>
  feedQuery(['own', viewerId], 'web/forum/discussions', POSTS_PAGE);

/** A member's posts, newest first. @param viewerId who looks @param memberId whose they are */
export const memberPostsQuery = (viewerId: string, memberId: string) =>
  feedQuery(['member', viewerId, memberId], `web/forum/users/${memberId}`, MEMBER_POSTS_PAGE);

/** One post. @param viewerId who looks */
export const postQuery = (viewerId: string, postId: string) =>
  queryOptions({
    queryKey: ['posts', 'one', postId, viewerId],
    queryFn: ({ signal }) => requestData(postPath(postId), postBody, { signal }),
    staleTime: STALE_TIME_MS,
  });

/** A post that is being written. */
export interface NewPost extends PostInput {
  images: File[];
  /** the draft's own id: sent again with it, it is still one post */
  idempotencyKey: string;
}

/**
 * Publishes a post.
 * @param onProgress told the share of the upload that has left, 0 to 1
 * @param signal gives the upload up
 */
export function createPost(
  { title, description, images, idempotencyKey }: NewPost,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Post> {
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  for (const picture of images) form.append('attachments', picture);
  return requestData('web/forum/posts', postBody, {
    method: 'post',
    headers: { 'idempotency-key': idempotencyKey },
    fetch: uploading(form, onProgress),
    timeout: UPLOAD_TIMEOUT_MS,
    signal,
  });
}

/** Changes the words of one's own post. @throws ApiError */
export const updatePost = (postId: string, input: PostInput): Promise<Post> =>
  requestData(postPath(postId), postBody, { method: 'patch', json: input });

/** Deletes one's own post. @throws ApiError */
export const deletePost = (postId: string): Promise<null> =>
  requestData(postPath(postId), ignoreBody, { method: 'delete' });
