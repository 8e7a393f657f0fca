import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { Attachments } from '#islands/forum/posts/create/Attachments.tsx';
import { describeMissing } from '#islands/forum/posts/create/describe-missing.ts';
import { PostFields } from '#islands/forum/posts/create/PostFields.tsx';
import { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { useShowMarked } from '#islands/ui/form/Field.tsx';
import { DRAFT_MESSAGE, FormError } from '#islands/ui/form/FormError.tsx';
import type { UpdateDraft } from '#lib/client/drafts/draft.ts';
import { readDraft } from '#lib/client/drafts/drafts.ts';
import { updatePostMutation } from '#lib/client/forum/post-mutations.ts';
import { ApiError, fieldErrors, isInField, isSignedOut } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import type { Post, PostInput, PostText } from '#lib/contract/forum/posts.ts';

import { useUpdatedPhotos, withDescriptions } from './use-updated-photos.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

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

/** The new title and description of a post, and how they are sent. */
function useUpdatedText(post: Post, stored: UpdateDraft) {
  const draft = usePostDraft(updateDraftId(post), stored);
  const [base, setBase] = useState(() => findBase(post, stored));
  const mutation = useMutation(updatePostMutation(post.post_id), queryClient());
  const { title, description } = draft.values;
  const { updated_at } = base;
  const isChanged = title !== base.title || description !== base.description;
  const send = async () => {
    const input = { title: title.trim(), description: description.trim(), updated_at };
    try {
      await mutation.mutateAsync(input);
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.current) setBase(thrown.current as PostText);
      throw thrown;
    }
  };
  const conflict = updated_at === stored.updated_at || !isChanged ? null : base;
  const { isPending, error } = mutation;
  return { draft, isPending, error, isChanged, conflict, send };
}

/** The new text and photos of a post, until they are saved or discarded. */
function useUpdate(post: Post, stored: UpdateDraft, onClose: () => void) {
  // Not `text`: calls of that name are taken as pure (scripts/bundles.ts).
  const words = useUpdatedText(post, stored);
  const photos = useUpdatedPhotos(post, words.draft);
  const close = () => {
    void words.draft.clear();
    onClose();
  };
  const save = async () => {
    try {
      // First, so that a text that waits for a connection is not sent without them.
      if (photos.isChanged) await photos.send();
      if (words.isChanged) await words.send();
      else toastSuccess('Post Updated Successfully.');
    } catch {
      // The error is shown in a toast.
      return;
    }
    close();
  };
  return {
    ...words,
    photos,
    isPending: words.isPending || photos.isPending,
    isChanged: words.isChanged || photos.isChanged,
    error: words.error ?? photos.error,
    close,
    save,
  };
}

interface Props {
  post: Post;
  onClose: () => void;
}

const inputOf = ({ title, description }: PostInput) => ({ title, description });

type Update = ReturnType<typeof useUpdate>;

/**
 * Another text, beside the one that is being written: what was saved in another window, or what was written here before
 * that took its place.
 */
function OtherText({ draft, conflict }: Pick<Update, 'draft' | 'conflict'>) {
  const [written, setWritten] = useState<PostInput | null>(null);
  const text = conflict ?? written;
  const use = (chosen: PostInput) => {
    setWritten(conflict && inputOf(draft.values));
    draft.write(inputOf(chosen));
  };
  return (
    text && (
      <section className={styles.conflict} aria-labelledby="other-text">
        <h3 id="other-text">{conflict ? 'The text of the other window' : 'Your text'}</h3>
        <p>
          <b>{text.title}</b>
        </p>
        <p>{text.description}</p>
        <button type="button" className="button quiet" onClick={() => use(text)}>
          Use this text
        </button>
      </section>
    )
  );
}

interface FormProps {
  /** of the heading */
  id: string;
  update: Update;
  onRequestClose: () => void;
}

function UpdateForm({ id, update, onRequestClose }: FormProps) {
  const { draft, photos, conflict, isPending, error, isChanged, save } = update;
  const form = useShowMarked(error);
  const missing = describeMissing(draft.values, photos.count, 'update');
  const isReady = !missing && isChanged && !isPending;
  const unchanged = isChanged ? 'Ready to update.' : 'Nothing has changed yet.';
  const note = { id: `${id}-note`, text: missing || unchanged };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void save();
  };
  return (
    <form ref={form} onSubmit={onSubmit} data-toasted={error && !isInField(error) ? '' : undefined}>
      <ModalHeader id={id} title="Update post" note={note} onClose={onRequestClose}>
        <button type="submit" className="button" disabled={!isReady} aria-describedby={note.id}>
          {isPending ? 'Updating…' : 'Update'}
        </button>
      </ModalHeader>
      <div className={styles.fields}>
        <FormError message={isSignedOut(error) ? DRAFT_MESSAGE : ''} isSignedOut isToasted />
        <PostFields draft={draft} errors={fieldErrors(error)} isCaretAtStart readOnly={isPending} />
        <OtherText draft={draft} conflict={conflict} />
        {/* What would be added while they are sent is not sent with them. */}
        <fieldset className={styles.photos} disabled={isPending}>
          <Attachments {...photos} describe={draft.describe} errors={fieldErrors(error)} />
        </fieldset>
      </div>
    </form>
  );
}

function OpenUpdate({ post, stored, onClose }: Props & { stored: UpdateDraft }) {
  const id = useId();
  const update = useUpdate(post, stored, onClose);
  const [confirmKey, setConfirmKey] = useState(0);
  const onRequestClose = () => (update.isChanged ? setConfirmKey(confirmKey + 1) : update.close());
  return (
    <Modal labelledBy={id} onRequestClose={onRequestClose}>
      <UpdateForm id={id} update={update} onRequestClose={onRequestClose} />
      {confirmKey > 0 && (
        <ConfirmDialog
          key={confirmKey}
          question="Discard your changes?"
          detail="Your post will stay as it was."
          cancelLabel="Keep writing"
          confirmLabel="Discard"
          onCancel={() => setConfirmKey(0)}
          onConfirm={update.close}
        />
      )}
    </Modal>
  );
}

/** Changes title, description and photos of the viewer's own post. */
export const UpdatePost = ({ post, onClose }: Props) => (
  <WithDraft read={() => readDraft(updateDraftId(post))}>
    {(stored = { ...textOf(post), sent: {} }) => (
      <OpenUpdate post={post} stored={withDescriptions(post, stored)} onClose={onClose} />
    )}
  </WithDraft>
);
