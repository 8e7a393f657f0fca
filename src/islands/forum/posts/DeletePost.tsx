import { useQueryClient } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { useState } from 'react';

import { Confirm } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { forgetIfGone, forgetPost } from '#lib/client/post-cache.ts';
import { deletePost } from '#lib/client/posts.ts';
import { sayDone, sayFailed } from '#lib/client/toasts/forum-toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

/** Asks, and deletes one's own post (spec 2). */
export function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);

  const remove = async () => {
    setIsPending(true);
    try {
      await deletePost(post.post_id);
      forgetPost(client, post.post_id);
      sayDone('Post Successfully Deleted.');
      onClose();
      // Where it stood alone, nothing is left.
      if (location.pathname.endsWith(post.post_id)) await navigate('/forums/my-discussions');
    } catch (error) {
      setIsPending(false);
      sayFailed(error);
      forgetIfGone(client, post.post_id, error);
    }
  };
  return (
    <Confirm
      question="Are you sure you want to delete this post?"
      detail="Its pictures, likes and comments will be gone, too."
      no="No"
      yes="Yes"
      isPending={isPending}
      onNo={onClose}
      onYes={() => void remove()}
    />
  );
}
