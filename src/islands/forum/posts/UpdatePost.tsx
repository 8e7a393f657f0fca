import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { useSend } from '#islands/forum/modals/use-modal-submit.ts';
import { Confirm } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHead } from '#islands/ui/dialog/ModalHeader.tsx';
import { Failure } from '#islands/ui/feedback/ErrorState.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { changePost } from '#lib/client/post-cache.ts';
import { updatePost } from '#lib/client/posts.ts';
import { sayDone } from '#lib/client/toasts/forum-toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

import { useWords } from './create/use-post-draft.ts';

import styles from '#islands/forum/modals/ModalForm.module.css';

/** The new words of a post, until they are sent or thrown away. */
function useUpdate(post: Post, onClose: () => void) {
  const client = useQueryClient();
  const slot = { accountId: post.account.account_id, what: `update:${post.post_id}` };
  const words = useWords(slot, post);
  const { isPending, fields, ended, send } = useSend(post.post_id);
  const { title, description } = words.draft;
  const close = () => {
    words.forget();
    onClose();
  };
  const save = async () => {
    const input = { title: title.trim(), description: description.trim() };
    const sent = await send(async () => {
      const updated = await updatePost(post.post_id, input);
      changePost(client, post.post_id, () => updated);
    });
    if (!sent) return;
    close();
    sayDone('Post Updated Successfully.');
  };
  const isChanged = title !== post.title || description !== post.description;
  return { words, fields, ended, isPending, isChanged, close, save };
}

type Update = ReturnType<typeof useUpdate>;

const Fields = ({ words, fields, ended, isPending }: Update) => (
  <div className={styles.fields}>
    <Failure message={ended} isSignedOut />
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
  const [asks, setAsks] = useState(0);
  const onLeave = () => (update.isChanged ? setAsks(asks + 1) : update.close());
  const isReady = update.words.isComplete && !update.isPending;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void update.save();
  };
  return (
    <Modal labelledBy={id} onLeave={onLeave}>
      <form onSubmit={onSubmit}>
        <ModalHead id={id} title="Update post" onLeave={onLeave}>
          <button type="submit" className="button" disabled={!isReady}>
            {update.isPending ? 'Updating…' : 'Update'}
          </button>
        </ModalHead>
        <Fields {...update} />
      </form>
      {asks > 0 && (
        <Confirm
          key={asks}
          question="Discard your changes?"
          detail="The post stays as it was."
          no="Keep writing"
          yes="Discard"
          onNo={() => setAsks(0)}
          onYes={update.close}
        />
      )}
    </Modal>
  );
}
