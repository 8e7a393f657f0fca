import { useMutation } from '@tanstack/react-query';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import type { PostActions } from '#islands/ui/post/PostFooter.tsx';
import { copyText } from '#lib/client/clipboard.ts';
import { toggleLikeMutation } from '#lib/client/forum/likes.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

export function usePostActions(post: Post): PostActions {
  const { mutate, isPending } = useMutation(toggleLikeMutation, queryClient());
  const onShare = (opener: HTMLElement) => {
    // Runs before the dialog’s code loads, because the clipboard needs user activation.
    void copyText(post.share_link);
    void openDialog({ kind: 'share', post }, opener);
  };
  return { isLiking: isPending, onToggleLike: () => mutate(post), onShare };
}
