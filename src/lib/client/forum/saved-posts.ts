import { queuedMutation } from '#lib/client/outbox/send-or-queue.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

/** What can be saved: a post of a list, or of a listing's page. */
export type Saveable = Pick<Post, 'post_id' | 'title' | 'is_saved'>;

/** Saves a post for later, or removes it from the saved posts. The cache shows it at once. */
export const toggleSavedMutation = queuedMutation(({ post_id, is_saved, title }: Saveable) => ({
  action: { kind: 'save', postId: post_id, isSaved: !is_saved },
  subject: title,
}));

/** The same for pages without islands. @throws ApiError */
export async function toggleSaved(post: Saveable): Promise<void> {
  const client = queryClient();
  await client.getMutationCache().build(client, toggleSavedMutation).execute(post);
}
