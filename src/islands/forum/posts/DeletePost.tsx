import { useMutation } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { deletePostMutation } from '#lib/client/posts.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/posts.ts';

/** Deletes the viewer's own post when they confirm it. */
export function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const deletion = deletePostMutation(post.post_id);
  const { mutate, isPending } = useMutation(
    {
      ...deletion,
      onSuccess: async (...args) => {
        await deletion.onSuccess?.(...args);
        onClose();
        // Its own page is empty now.
        if (location.pathname.endsWith(post.post_id)) await navigate('/forums/my-discussions');
      },
    },
    queryClient(),
  );
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this post?"
      detail="Its pictures, likes and comments will be gone, too."
      cancelLabel="No"
      confirmLabel="Yes"
      isPending={isPending}
      onCancel={onClose}
      onConfirm={mutate}
    />
  );
}
