import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import type { UpdateDraft } from '#lib/client/drafts/draft.ts';
import { ApiError } from '#lib/client/http/api-error.ts';
import { updatePostMutation } from '#lib/client/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import type { Post, PostText } from '#lib/contract/posts.ts';

import { useUpdatedPhotos } from './use-updated-photos.ts';

export const textOf = ({ title, description, updated_at }: PostText): PostText => ({
  title,
  description,
  updated_at,
});

/** The draft is its owner's. */
export const updateDraftId = ({ account: { account_id }, post_id }: Post) => ({
  accountId: account_id,
  kind: `update:${post_id}` as const,
});

/** The text that an update replaces: the post's, or the newer one that it began from when this page is older. */
const findBase = (post: Post, { updated_at }: UpdateDraft): PostText =>
  post.updated_at < updated_at ? { ...textOf(post), updated_at } : textOf(post);

/** The new title and description of a post, and how they are sent. */
function useUpdatedText(post: Post, stored: UpdateDraft) {
  const draft = usePostDraft(updateDraftId(post), stored);
  const [base, setBase] = useState(() => findBase(post, stored));
  const mutation = useMutation(updatePostMutation(post.post_id), queryClient());
  const { title, description } = draft.values;
  const { updated_at } = base;
  const isChanged = title !== base.title || description !== base.description;
  const send = async () => {
    const input = { title: title.trim(), description: description.trim(), updated_at };
    try {
      await mutation.mutateAsync(input);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.current) setBase(thrown.current as PostText);
      throw thrown;
    }
  };
  const conflict = updated_at === stored.updated_at || !isChanged ? null : base;
  const { isPending, error } = mutation;
  return { draft, isPending, error, isChanged, conflict, send };
}

/** The new text and photos of a post, until they are saved or discarded. */
export function useUpdate(post: Post, stored: UpdateDraft, onClose: () => void) {
  // Not `text`: calls of that name are taken as pure (scripts/bundles.ts).
  const words = useUpdatedText(post, stored);
  const photos = useUpdatedPhotos(post, words.draft);
  const close = () => {
    void words.draft.clear();
    onClose();
  };
  const save = async () => {
    try {
      // First, so that a text that waits for a connection is not sent without them.
      if (photos.isChanged) await photos.send();
      if (words.isChanged) await words.send();
      else toastSuccess('Post Updated Successfully.');
    } catch {
      // The error is shown in a toast.
      return;
    }
    close();
  };
  return {
    ...words,
    photos,
    isPending: words.isPending || photos.isPending,
    isChanged: words.isChanged || photos.isChanged,
    error: words.error ?? photos.error,
    close,
    save,
  };
}
