import { useMutation } from '@tanstack/react-query';
import { navigate } from 'astro:transitions/client';
import { useEffect, useRef } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { deletePostMutation } from '#lib/client/forum/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

const linkIn = (card?: Element | null) => card?.querySelector<HTMLElement>('h2 a') ?? null;

/** Finds the link of a neighboring card, which gets the focus when this card is gone. */
function linkBeside(postId: string): HTMLElement | null {
  const card = document.getElementById(postId);
  return linkIn(card?.nextElementSibling) ?? linkIn(card?.previousElementSibling);
}

/** Deletes the viewer’s own post after a confirmation. */
export function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const deletion = deletePostMutation(post);
  const nextFocus = useRef<HTMLElement>(null);
  // The focus can move only after the dialog has closed.
  useEffect(() => () => nextFocus.current?.focus(), []);
  const { mutate, isPending } = useMutation(
    {
      ...deletion,
      onSuccess: async (...args) => {
        nextFocus.current = linkBeside(post.post_id);
        await deletion.onSuccess?.(...args);
        onClose();
        const [deleted] = args;
        if (!deleted) return;
        // The page of the deleted post has nothing to show.
        if (location.pathname.endsWith(post.post_id)) await navigate('/forums/my-discussions');
      },
    },
    queryClient(),
  );
  return (
    <ConfirmDialog
      question={t('post.delete_question')}
      detail={t('post.delete_detail')}
      cancelLabel={t('dialog.no')}
      confirmLabel={t('dialog.yes')}
      isPending={isPending}
      onCancel={onClose}
      onConfirm={mutate}
    />
  );
}
