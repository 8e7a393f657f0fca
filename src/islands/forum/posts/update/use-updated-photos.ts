import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useImageSelection } from '#islands/forum/posts/create/use-selected-images.ts';
import { replaceAttachmentsMutation } from '#lib/client/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/posts.ts';

/** The photos of a post that is being updated: which of the stored ones stay, and new ones. */
export function useUpdatedPhotos({ post_id, attachments }: Post) {
  const [initial, setInitial] = useState(attachments);
  const [stored, setStored] = useState(attachments);
  const { selected, clear, ...selection } = useImageSelection([]);
  const { mutateAsync, isPending, error } = useMutation(
    replaceAttachmentsMutation(post_id),
    queryClient(),
  );
  const send = async () => {
    const images = await Promise.all(selected.map(({ resized }) => resized));
    const post = await mutateAsync({ stored, images });
    // What is sent again after an error of the text begins here.
    setInitial(post.attachments);
    setStored(post.attachments);
    clear();
  };
  return {
    ...selection,
    selected,
    stored,
    removeStored: (url: string) => setStored(stored.filter((each) => each !== url)),
    count: stored.length + selected.length,
    isStored: true,
    isChanged: stored.length < initial.length || selected.length > 0,
    isPending,
    error,
    send,
  };
}
