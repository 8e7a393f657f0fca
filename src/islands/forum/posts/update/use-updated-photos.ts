import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { damagedImages } from '#islands/forum/posts/create/selected-images.ts';
import type { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import {
  useAskBeforeUnload,
  useImageSelection,
} from '#islands/forum/posts/create/use-selected-images.ts';
import type { UpdateDraft } from '#lib/client/drafts/draft.ts';
import { altsOf, type PhotoDescriptions, toDescriptions } from '#lib/client/drafts/post-form.ts';
import {
  type NewAttachments,
  replaceAttachmentsMutation,
} from '#lib/client/forum/post-mutations.ts';
import { ApiError, fieldErrors } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post, PostImages } from '#lib/contract/forum/posts.ts';

type Draft = Pick<ReturnType<typeof usePostDraft<UpdateDraft>>, 'values' | 'write'>;

const descriptionsOf = ({ attachments, attachment_alts }: PostImages): PhotoDescriptions =>
  toDescriptions(attachments, attachment_alts);

/** @returns a draft that has what the photos of its post show */
export const withDescriptions = (post: Post, draft: UpdateDraft): UpdateDraft => ({
  ...draft,
  alts: { ...descriptionsOf(post), ...draft.alts },
});

/** The stored photos that stay, and those that the update began from. */
function useStoredPhotos(post: Post, draft: Draft) {
  const [initial, setInitial] = useState<PostImages>(post);
  const [stored, setStored] = useState(post.attachments);
  /** What is sent after this begins from the photos that were just saved. */
  const restart = (saved: PostImages) => {
    setInitial(saved);
    setStored(saved.attachments);
    draft.write({ alts: descriptionsOf(saved) });
  };
  /** Shows what was added somewhere else beside what is being changed here. */
  const merge = (current: PostImages) => {
    const { attachments } = current;
    const added = attachments.filter((url) => !initial.attachments.includes(url));
    setInitial(current);
    setStored([...stored.filter((url) => attachments.includes(url)), ...added]);
    draft.write({ alts: { ...descriptionsOf(current), ...draft.values.alts } });
  };
  const remove = (url: string) => setStored(stored.filter((each) => each !== url));
  return { initial, stored, remove, restart, merge };
}

/** Sends the photos; what another window has added is merged, and the error thrown again. */
function useSendPhotos(postId: string, merge: (current: PostImages) => void) {
  const { mutateAsync, ...mutation } = useMutation(
    replaceAttachmentsMutation(postId),
    queryClient(),
  );
  const send = (photos: NewAttachments) =>
    mutateAsync(photos).catch((thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.current) merge(thrown.current as PostImages);
      throw thrown;
    });
  return { ...mutation, send };
}

/**
 * The photos of a post that is being updated: which of the stored ones stay, new ones, and what they show.
 * @param draft of the update, which keeps what they show
 */
export function useUpdatedPhotos(post: Post, draft: Draft) {
  const { alts } = draft.values;
  const { initial, stored, remove, restart, merge } = useStoredPhotos(post, draft);
  const { selected, clear, ...selection } = useImageSelection([]);
  const mutation = useSendPhotos(post.post_id, merge);
  useAskBeforeUnload(selected.length > 0);
  const send = async () => {
    const images = await Promise.all(selected.map(({ resized }) => resized));
    const texts = altsOf(alts, [...stored, ...selected.map(({ fingerprint }) => fingerprint)]);
    restart(await mutation.send({ initial: initial.attachments, stored, images, alts: texts }));
    clear();
  };
  const before = altsOf(descriptionsOf(initial), stored);
  const isDescribed = altsOf(alts, stored).some((alt, i) => alt !== before[i]);
  const errors = fieldErrors(mutation.error);
  return {
    ...selection,
    rejected: [...selection.rejected, ...damagedImages(selected, errors)],
    selected,
    stored,
    alts,
    removeStored: remove,
    count: stored.length + selected.length,
    // Leaving the page asks instead.
    notStored: null,
    isChanged: stored.length < initial.attachments.length || selected.length > 0 || isDescribed,
    isPending: mutation.isPending,
    error: mutation.error,
    send,
  };
}
