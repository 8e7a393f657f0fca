// The keys of queries whose data actions of the outbox also change. Keys of lists of posts begin with `posts`.
import type { PostList } from '#lib/contract/forum/posts.ts';

export const feedKey = ({ key }: PostList) => ['posts', ...key];
export const commentsKey = (postId: string) => ['comments', postId];
export const likesKey = (postId: string) => ['likes', postId];
export const profileKey = (viewerId: string, memberId: string) => ['profile', viewerId, memberId];
export const followsKey = (viewerId: string) => ['follows', viewerId];
export const suggestionsKey = (viewerId: string) => ['suggestions', viewerId];
