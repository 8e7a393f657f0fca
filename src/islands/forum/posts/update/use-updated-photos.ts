import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import { useImageSelection } from '#islands/forum/posts/create/use-selected-images.ts';
import type { UpdateDraft } from '#lib/client/drafts/drafts.ts';
import {
  altsOf,
  type PhotoDescriptions,
  toDescriptions,
} from '#lib/client/drafts/photo-descriptions.ts';
import { replaceAttachmentsMutation } from '#lib/client/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/posts.ts';

type Draft = Pick<ReturnType<typeof usePostDraft<UpdateDraft>>, 'values' | 'write'>;

const descriptionsOf = ({ attachments, attachment_alts }: Post): PhotoDescriptions =>
  toDescriptions(attachments, attachment_alts);

/** @returns a draft that has what the photos of its post show */
export const withDescriptions = (post: Post, draft: UpdateDraft): UpdateDraft => ({
  ...draft,
  alts: { ...descriptionsOf(post), ...draft.alts },
});

/**
 * The photos of a post that is being updated: which of the stored ones stay, new ones, and what they show.
 * @param draft of the update, which keeps what they show
 */
export function useUpdatedPhotos(initialPost: Post, draft: Draft) {
  const { alts } = draft.values;
  const [initial, setInitial] = useState(initialPost);
  const [stored, setStored] = useState(initialPost.attachments);
  const { selected, clear, ...selection } = useImageSelection([]);
  const { mutateAsync, isPending, error } = useMutation(
    replaceAttachmentsMutation(initialPost.post_id),
    queryClient(),
  );
  const fingerprints = selected.map(({ fingerprint }) => fingerprint);
  const send = async () => {
    const images = await Promise.all(selected.map(({ resized }) => resized));
    const sent = { stored, images, alts: altsOf(alts, [...stored, ...fingerprints]) };
    const post = await mutateAsync(sent);
    // What is sent again after an error of the text begins here.
    setInitial(post);
    setStored(post.attachments);
    draft.write({ alts: descriptionsOf(post) });
    clear();
  };
  const before = altsOf(descriptionsOf(initial), stored);
  const isDescribed = altsOf(alts, stored).some((alt, i) => alt !== before[i]);
  return {
    ...selection,
    selected,
    stored,
    alts,
    removeStored: (url: string) => setStored(stored.filter((each) => each !== url)),
    count: stored.length + selected.length,
    isStored: true,
    isChanged: stored.length < initial.attachments.length || selected.length > 0 || isDescribed,
    isPending,
    error,
    send,
  };
}
