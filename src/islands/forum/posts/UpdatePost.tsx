import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { FormError } from '#islands/ui/form/FormError.tsx';
import { readDraft, type UpdateDraft } from '#lib/client/drafts/drafts.ts';
import { ApiError, errorMessage, fieldErrors, isSignedOut } from '#lib/client/http/api-error.ts';
import { updatePostMutation } from '#lib/client/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post, PostText } from '#lib/contract/posts.ts';

import { PostFields } from './create/PostFields.tsx';
import { usePostDraft } from './create/use-post-draft.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

interface Props {
  post: Post;
  onClose: () => void;
}

const textOf = ({ title, description, updated_at }: PostText): PostText => ({
  title,
  description,
  updated_at,
});

/** The draft is its owner's. */
const updateDraftId = ({ account: { account_id }, post_id }: Post) => ({
  accountId: account_id,
  kind: `update:${post_id}` as const,
});

/** The text that an update replaces: the post's, or the newer one that it began from when this page is older. */
const findBase = (post: Post, { updated_at }: UpdateDraft): PostText =>
  post.updated_at < updated_at ? { ...textOf(post), updated_at } : textOf(post);

/** The new title and description of a post, until they are saved or discarded. */
function useUpdate(post: Post, stored: UpdateDraft, onClose: () => void) {
  const { post_id } = post;
  const draft = usePostDraft(updateDraftId(post), stored);
  const [base, setBase] = useState(() => findBase(post, stored));
  const { mutateAsync, isPending, error } = useMutation(updatePostMutation(post_id), queryClient());
  const { title, description } = draft.values;
  const close = () => {
    void draft.clear();
    onClose();
  };
  const { updated_at } = base;
  // The error is shown in a toast.
  const onError = (thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.current) setBase(thrown.current as PostText);
  };
  const save = () =>
    mutateAsync({ title: title.trim(), description: description.trim(), updated_at }).then(
      close,
      onError,
    );
  const isChanged = title !== base.title || description !== base.description;
  const conflict = updated_at === stored.updated_at || !isChanged ? null : base;
  return { draft, isPending, error, isChanged, conflict, close, save };
}

const inputOf = ({ title, description }: PostText) => ({ title, description });

/** The text that was saved somewhere else, beside the one that is being written. */
const Conflict = ({ text, onUse }: { text: PostText; onUse: () => void }) => (
  <section className={styles.conflict} aria-labelledby="other-text">
    <h3 id="other-text">The text of the other window</h3>
    <p>
      <b>{text.title}</b>
    </p>
    <p>{text.description}</p>
    <button type="button" className="button quiet" onClick={onUse}>
      Use this text
    </button>
  </section>
);

function OpenUpdate({ post, stored, onClose }: Props & { stored: UpdateDraft }) {
  const id = useId();
  const update = useUpdate(post, stored, onClose);
  const { draft, conflict, isPending, error, isChanged, close, save } = update;
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
          {conflict && <Conflict text={conflict} onUse={() => draft.write(inputOf(conflict))} />}
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

/** Changes title and description of the viewer's own post; its images stay. */
export const UpdatePost = ({ post, onClose }: Props) => (
  <WithDraft read={() => readDraft(updateDraftId(post))}>
    {(stored = { ...textOf(post), sent: {} }) => (
      <OpenUpdate post={post} stored={stored} onClose={onClose} />
    )}
  </WithDraft>
);
