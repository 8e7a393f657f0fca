import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';
import { errorMessage, fieldErrors, isSignedOut } from '#lib/client/http/api-error.ts';
import { updatePostMutation } from '#lib/client/posts.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/posts.ts';

import { PostFields } from './create/PostFields.tsx';
import { usePostDraft } from './create/use-post-draft.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

/** The new title and description of a post, until they are saved or discarded. */
function useUpdate(post: Post, onClose: () => void) {
  const { account, post_id } = post;
  const draft = usePostDraft({ accountId: account.account_id, kind: `update:${post_id}` }, post);
  const { mutateAsync, isPending, error } = useMutation(updatePostMutation(post_id), queryClient());
  const { title, description } = draft.values;
  const close = () => {
    draft.clear();
    onClose();
  };
  // The error is shown in a toast.
  const save = () =>
    mutateAsync({ title: title.trim(), description: description.trim() }).then(close, () => null);
  const isChanged = title !== post.title || description !== post.description;
  return { draft, isPending, error, isChanged, close, save };
}

/** Changes title and description of the viewer's own post; its images stay. */
export function UpdatePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  const { draft, isPending, error, isChanged, close, save } = useUpdate(post, onClose);
  const [confirmKey, setConfirmKey] = useState(0);
  const onRequestClose = () => (isChanged ? setConfirmKey(confirmKey + 1) : close());
  const isReady = draft.isComplete && !isPending;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void save();
  };
  return (
    <Modal labelledBy={id} onRequestClose={onRequestClose}>
      <form onSubmit={onSubmit}>
        <ModalHeader id={id} title="Update post" onClose={onRequestClose}>
          <button type="submit" className="button" disabled={!isReady}>
            {isPending ? 'Updating…' : 'Update'}
          </button>
        </ModalHeader>
        <div className={styles.fields}>
          <FormError message={isSignedOut(error) ? errorMessage(error) : ''} isSignedOut />
          <PostFields draft={draft} errors={fieldErrors(error)} readOnly={isPending} />
        </div>
      </form>
      {confirmKey > 0 && (
        <ConfirmDialog
          key={confirmKey}
          question="Discard your changes?"
          detail="The post stays as it was."
          cancelLabel="Keep writing"
          confirmLabel="Discard"
          onCancel={() => setConfirmKey(0)}
          onConfirm={close}
        />
      )}
    </Modal>
  );
}
