import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { errorMessage, fieldErrors, isSignedOut } from '#lib/client/http/api-error.ts';
import { updatePostMutation } from '#lib/client/posts.ts';
import type { Post } from '#lib/contract/posts.ts';

import { usePostDraft } from './create/use-post-draft.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

/** The new title and description of a post, until they are saved or discarded. */
function useUpdate(post: Post, onClose: () => void) {
  const { account, post_id } = post;
  const draft = usePostDraft({ accountId: account.account_id, kind: `update:${post_id}` }, post);
  const { mutateAsync, isPending, error } = useMutation(updatePostMutation(post_id));
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

const Fields = ({ draft, isPending, error }: ReturnType<typeof useUpdate>) => (
  <div className={styles.fields}>
    <FormError message={isSignedOut(error) ? errorMessage(error) : ''} isSignedOut />
    <TextField
      label="Title"
      name="title"
      autoComplete="off"
      enterKeyHint="next"
      data-focus
      readOnly={isPending}
      value={draft.values.title}
      error={fieldErrors(error)['title']}
      onChange={({ target }) => draft.write({ title: target.value })}
    />
    <TextArea
      label="Description"
      name="description"
      rows={5}
      readOnly={isPending}
      value={draft.values.description}
      error={fieldErrors(error)['description']}
      onChange={({ target }) => draft.write({ description: target.value })}
    />
  </div>
);

/** Changes title and description of the viewer's own post; its images stay. */
export function UpdatePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  const update = useUpdate(post, onClose);
  const [confirmKey, setConfirmKey] = useState(0);
  const onRequestClose = () => (update.isChanged ? setConfirmKey(confirmKey + 1) : update.close());
  const isReady = update.draft.isComplete && !update.isPending;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void update.save();
  };
  return (
    <Modal labelledBy={id} onRequestClose={onRequestClose}>
      <form onSubmit={onSubmit}>
        <ModalHeader id={id} title="Update post" onClose={onRequestClose}>
          <button type="submit" className="button" disabled={!isReady}>
            {update.isPending ? 'Updating…' : 'Update'}
          </button>
        </ModalHeader>
        <Fields {...update} />
      </form>
      {confirmKey > 0 && (
        <ConfirmDialog
          key={confirmKey}
          question="Discard your changes?"
          detail="The post stays as it was."
          cancelLabel="Keep writing"
          confirmLabel="Discard"
          onCancel={() => setConfirmKey(0)}
          onConfirm={update.close}
        />
      )}
    </Modal>
  );
}
