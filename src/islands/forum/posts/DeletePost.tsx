import { useQueryClient } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { evictIfNotFound, evictPost } from '#lib/client/post-cache.ts';
import { deletePost } from '#lib/client/posts.ts';
import { toastSuccess, toastError } from '#lib/client/toasts/forum-toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

/** Asks, and deletes one's own post (spec 2). */
export function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);

  const remove = async () => {
    setIsPending(true);
    try {
      await deletePost(post.post_id);
      evictPost(client, post.post_id);
      toastSuccess('Post Successfully Deleted.');
      onClose();
      // Where it stood alone, nothing is left.
      if (location.pathname.endsWith(post.post_id)) await navigate('/forums/my-discussions');
    } catch (error) {
      setIsPending(false);
      toastError(error);
      evictIfNotFound(client, post.post_id, error);
    }
  };
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this post?"
      detail="Its pictures, likes and comments will be gone, too."
      cancelLabel="No"
      confirmLabel="Yes"
      isPending={isPending}
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  );
}
