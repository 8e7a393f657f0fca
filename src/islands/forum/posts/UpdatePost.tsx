import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { useSend } from '#islands/forum/modals/use-modal-submit.ts';
import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { FormError } from '#islands/ui/feedback/ErrorState.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { updateCachedPost } from '#lib/client/post-cache.ts';
import { updatePost } from '#lib/client/posts.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

import { usePostDraft } from './create/use-post-draft.ts';

import styles from '#islands/forum/modals/ModalForm.module.css';

/** The new words of a post, until they are sent or thrown away. */
function useUpdate(post: Post, onClose: () => void) {
  const client = useQueryClient();
  const slot = { accountId: post.account.account_id, what: `update:${post.post_id}` };
  const words = usePostDraft(slot, post);
  const { isPending, fields, ended, send } = useSend(post.post_id);
  const { title, description } = words.draft;
  const close = () => {
    words.clear();
    onClose();
  };
  const save = async () => {
    const input = { title: title.trim(), description: description.trim() };
    const sent = await send(async () => {
      const updated = await updatePost(post.post_id, input);
      updateCachedPost(client, post.post_id, () => updated);
    });
    if (!sent) return;
    close();
    toastSuccess('Post Updated Successfully.');
  };
  const isChanged = title !== post.title || description !== post.description;
  return { words, fields, ended, isPending, isChanged, close, save };
}

type Update = ReturnType<typeof useUpdate>;

const Fields = ({ words, fields, ended, isPending }: Update) => (
  <div className={styles.fields}>
    <FormError message={ended} isSignedOut />
    <TextField
      label="Title"
      name="title"
      autoComplete="off"
      enterKeyHint="next"
      data-focus
      readOnly={isPending}
      value={words.draft.title}
      error={fields['title']}
      onChange={({ target }) => words.write({ title: target.value })}
    />
    <TextArea
      label="Description"
      name="description"
      rows={5}
      readOnly={isPending}
      value={words.draft.description}
      error={fields['description']}
      onChange={({ target }) => words.write({ description: target.value })}
    />
  </div>
);

/** Changes the words of one's own post (spec 2, spec 5); its pictures stay. */
export function UpdatePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  const update = useUpdate(post, onClose);
  const [confirmKey, setConfirmKey] = useState(0);
  const onRequestClose = () => (update.isChanged ? setConfirmKey(confirmKey + 1) : update.close());
  const isReady = update.words.isComplete && !update.isPending;
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
