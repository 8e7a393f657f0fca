import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { Attachments } from '#islands/forum/posts/create/Attachments.tsx';
import { describeMissing } from '#islands/forum/posts/create/describe-missing.ts';
import { PostFields } from '#islands/forum/posts/create/PostFields.tsx';
import { damagedImages } from '#islands/forum/posts/create/selected-images.ts';
import { usePostDraft } from '#islands/forum/posts/create/use-post-draft.ts';
import {
  useAskBeforeUnload,
  useImageSelection,
} from '#islands/forum/posts/create/use-selected-images.ts';
import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { useShowMarked } from '#islands/ui/form/Field.tsx';
import { draftMessage, FormError } from '#islands/ui/form/FormError.tsx';
import type { UpdateDraft } from '#lib/client/drafts/draft.ts';
import { readDraft } from '#lib/client/drafts/drafts.ts';
import { altsOf, type PhotoDescriptions, toDescriptions } from '#lib/client/drafts/post-form.ts';
import {
  type NewAttachments,
  replaceAttachmentsMutation,
  updatePostMutation,
} from '#lib/client/forum/post-mutations.ts';
import { ApiError, fieldErrors, isInField, isSignedOut } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import {
  MAX_ATTACHMENTS,
  type Post,
  type PostImages,
  type PostInput,
  type PostText,
} from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

import { UpdatedListing, useUpdatedListing } from './UpdatedListing.tsx';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

const textOf = ({ title, description, updated_at }: PostText): PostText => ({
  title,
  description,
  updated_at,
});

/** Drafts are stored by account. */
const updateDraftId = ({ account: { account_id }, post_id }: Post) => ({
  accountId: account_id,
  kind: `update:${post_id}` as const,
});

/** The text that the update replaces. The draft may be based on a newer one than this page has. */
const findBase = (post: Post, { updated_at }: UpdateDraft): PostText =>
  post.updated_at < updated_at ? { ...textOf(post), updated_at } : textOf(post);

/** The new title and description of a post, and how to send them. */
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

type Draft = Pick<ReturnType<typeof usePostDraft<UpdateDraft>>, 'values' | 'write'>;

const descriptionsOf = ({ attachments, attachment_alts }: PostImages): PhotoDescriptions =>
  toDescriptions(attachments, attachment_alts);

/** Adds the stored descriptions of photos to a draft without them. */
const withDescriptions = (post: Post, draft: UpdateDraft): UpdateDraft => ({
  ...draft,
  alts: { ...descriptionsOf(post), ...draft.alts },
});

/** The stored photos that are not removed, and the ones at the start of the update. */
function useStoredPhotos(post: Post, draft: Draft) {
  const [initial, setInitial] = useState<PostImages>(post);
  const [stored, setStored] = useState(post.attachments);
  /** Further changes start from the photos just saved. */
  const restart = (saved: PostImages) => {
    setInitial(saved);
    setStored(saved.attachments);
    draft.write({ alts: descriptionsOf(saved) });
  };
  /** Adds photos from another window to the changes made here. */
  const merge = (current: PostImages) => {
    const { attachments } = current;
    const added = attachments.filter((url) => !initial.attachments.includes(url));
    setInitial(current);
    setStored([...stored.filter((url) => attachments.includes(url)), ...added]);
    draft.write({ alts: { ...descriptionsOf(current), ...draft.values.alts } });
  };
  const remove = (url: string) => setStored(stored.filter((each) => each !== url));
  return { initial, stored, remove, restart, merge };
}

/** Sends the photos. On a conflict it merges those of another window and throws the error again. */
function useSendPhotos(postId: string, merge: (current: PostImages) => void) {
  const { mutateAsync, ...mutation } = useMutation(
    replaceAttachmentsMutation(postId),
    queryClient(),
  );
  const send = (photos: NewAttachments) =>
    mutateAsync(photos).catch((thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.current) merge(thrown.current as PostImages);
      throw thrown;
    });
  return { ...mutation, send };
}

/**
 * The photos of a post being updated: stored photos that stay, new photos, and descriptions.
 * @param draft stores the descriptions
 */
function useUpdatedPhotos(post: Post, draft: Draft) {
  const { alts } = draft.values;
  const { initial, stored, remove, restart, merge } = useStoredPhotos(post, draft);
  const { selected, clear, ...selection } = useImageSelection([]);
  const mutation = useSendPhotos(post.post_id, merge);
  useAskBeforeUnload(selected.length > 0);
  const texts = altsOf(alts, [...stored, ...selected.map(({ fingerprint }) => fingerprint)]);
  const send = async () => {
    const images = await Promise.all(selected.map(({ resized }) => resized));
    restart(await mutation.send({ initial: initial.attachments, stored, images, alts: texts }));
    clear();
  };
  const before = altsOf(descriptionsOf(initial), stored);
  const isDescribed = altsOf(alts, stored).some((alt, i) => alt !== before[i]);
  const errors = fieldErrors(mutation.error);
  return {
    ...selection,
    rejected: [...selection.rejected, ...damagedImages(selected, errors)],
    selected,
    stored,
    alts,
    texts,
    removeStored: remove,
    count: stored.length + selected.length,
    // A confirmation on leaving the page covers these photos.
    notStored: null,
    isChanged: stored.length < initial.attachments.length || selected.length > 0 || isDescribed,
    isPending: mutation.isPending,
    error: mutation.error,
    send,
  };
}

/** The new text and photos of a post, until saved or discarded. */
function useUpdate(post: Post, stored: UpdateDraft, onClose: () => void) {
  // Not `text`: the bundler treats calls of that name as pure (scripts/build/bundles.ts).
  const words = useUpdatedText(post, stored);
  const photos = useUpdatedPhotos(post, words.draft);
  const listing = useUpdatedListing(post, words.draft.values);
  const close = () => {
    void words.draft.clear();
    onClose();
  };
  const save = async () => {
    try {
      // Photos go first, so that they are not left behind by a text that waits for a connection.
      if (photos.isChanged) await photos.send();
      if (listing.isChanged) await listing.send();
      if (words.isChanged) await words.send();
      else toastSuccess(t('post.updated'));
    } catch {
      // A toast shows the error.
      return;
    }
    close();
  };
  return {
    ...words,
    photos,
    listing,
    isPending: words.isPending || photos.isPending || listing.isPending,
    isChanged: words.isChanged || photos.isChanged || listing.isChanged,
    error: words.error ?? photos.error ?? listing.error,
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

/** The text saved in another window, or the one written here before it was replaced by that. */
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
        <h3 id="other-text">{conflict ? t('update.other_text') : t('update.your_text')}</h3>
        <p>
          <b>{text.title}</b>
        </p>
        <p>{text.description}</p>
        <button type="button" className="button quiet" onClick={() => use(text)}>
          {t('update.use_text')}
        </button>
      </section>
    )
  );
}

interface FormProps {
  /** id of the heading */
  id: string;
  update: Update;
  onRequestClose: () => void;
}

function UpdateForm({ id, update, onRequestClose }: FormProps) {
  const { draft, photos, listing, conflict, isPending, error, isChanged, save } = update;
  const form = useShowMarked(error);
  const { changed, today } = listing;
  const { title, description } = draft.values;
  const shown = { photos: photos.count, alts: photos.texts, listing: changed, today };
  const missing = describeMissing({ title, description, ...shown }, 'update');
  const isWhole = draft.isComplete && listing.isComplete && photos.count <= MAX_ATTACHMENTS;
  const isReady = isWhole && isChanged && !isPending;
  const unchanged = isChanged ? t('update.ready') : t('update.unchanged');
  const note = { id: `${id}-note`, text: missing || unchanged };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) void save();
  };
  return (
    <form ref={form} onSubmit={onSubmit} data-toasted={error && !isInField(error) ? '' : undefined}>
      <ModalHeader id={id} title={t('update.title')} note={note} onClose={onRequestClose}>
        <button type="submit" className="button" disabled={!isReady} aria-describedby={note.id}>
          {isPending ? t('update.updating') : t('post.update')}
        </button>
      </ModalHeader>
      <div className={styles.fields}>
        <FormError message={isSignedOut(error) ? draftMessage() : ''} isSignedOut isToasted />
        <PostFields draft={draft} errors={fieldErrors(error)} isCaretAtStart readOnly={isPending} />
        <UpdatedListing draft={draft} listing={listing} />
        <OtherText draft={draft} conflict={conflict} />
        {/* Changes made while the request is pending would not be sent. */}
        <fieldset disabled={isPending}>
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
          question={t('update.discard')}
          detail={t('update.discard_detail')}
          cancelLabel={t('compose.keep_writing')}
          confirmLabel={t('compose.discard')}
          onCancel={() => setConfirmKey(0)}
          onConfirm={update.close}
        />
      )}
    </Modal>
  );
}

export const UpdatePost = ({ post, onClose }: Props) => (
  <WithDraft read={() => readDraft(updateDraftId(post))}>
    {(stored = { ...textOf(post), sent: {} }) => (
      <OpenUpdate post={post} stored={withDescriptions(post, stored)} onClose={onClose} />
    )}
  </WithDraft>
);
