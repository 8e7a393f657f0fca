import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { openView } from '#islands/forum/modals/lazy-modal.ts';
import type { PostActions } from '#islands/ui/post/PostFooter.tsx';
import { copyText } from '#lib/client/clipboard.ts';
import { toggleLike } from '#lib/client/likes.ts';
import { evictIfNotFound } from '#lib/client/post-cache.ts';
import { dismissToasts, toastError } from '#lib/client/toasts/forum-toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

/** What a member does with a post: like it, share it. */
export function usePostActions(post: Post): PostActions {
  const client = useQueryClient();
  const [isLiking, setIsLiking] = useState(false);

  const like = async () => {
    setIsLiking(true);
    dismissToasts();
    try {
      await toggleLike(client, post);
    } catch (error) {
      toastError(error);
      evictIfNotFound(client, post.post_id, error);
    } finally {
      setIsLiking(false);
    }
  };
  const onShare = (opener: HTMLElement) => {
    // Here, not in what is loaded next: a browser lets copy only who has just been pressed.
    void copyText(post.share_link);
    void openView({ kind: 'share', post }, opener);
  };
  return { isLiking, onLike: () => void like(), onShare };
}
