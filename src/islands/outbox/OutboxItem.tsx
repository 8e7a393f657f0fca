import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect, useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { type StoredImage, toFile } from '#lib/client/device/stored-images.ts';
import { undoEntry } from '#lib/client/outbox/flush-outbox.ts';
import { kindOf } from '#lib/client/outbox/outbox-actions.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { removeEntries } from '#lib/client/outbox/outbox-store.ts';
import { sendingId } from '#lib/client/stores/outbox.ts';
import { toastError } from '#lib/client/toasts/error-toast.ts';
import { forumToastArea } from '#lib/client/toasts/forum-toasts.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';

import styles from './Outbox.module.css';

/**
 * Opens what an entry becomes when it is edited.
 * @param opener has the focus again afterwards
 */
export type EditEntry = (entry: OutboxEntry, opener: HTMLElement) => Promise<void>;

/** Whether a member wrote something that would be lost with it. */
const isWritten = ({ action }: OutboxEntry): boolean => kindOf(action).edit !== undefined;

function isNewPost({ action }: OutboxEntry): boolean {
  const editor = kindOf(action).edit?.(action);
  return editor !== undefined && 'dialog' in editor && editor.dialog === 'post';
}

interface Props {
  entry: OutboxEntry;
  /** another post is being written */
  hasUnfinishedPost: boolean;
  onEdit: EditEntry;
}

function Thumb({ image }: { image: StoredImage }) {
  const [url] = useState(() => URL.createObjectURL(toFile(image)));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li>
      <img src={url} alt={image.name} />
    </li>
  );
}

function EditButton({ entry, hasUnfinishedPost, onEdit }: Props) {
  const isPost = isNewPost(entry);
  const isBlocked = isPost && hasUnfinishedPost;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    isBlocked
      ? showToast(forumToastArea(), 'error', 'Finish or discard your unfinished post first.')
      : void onEdit(entry, currentTarget).catch(toastError);
  return (
    <button
      type="button"
      className="button quiet"
      data-open-post={(isPost && !isBlocked) || undefined}
      onClick={onClick}
    >
      Edit
    </button>
  );
}

function DiscardButton({ entry }: { entry: OutboxEntry }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = () =>
    void removeEntries([entry])
      .then(() => undoEntry(entry))
      .catch(toastError);
  return (
    <>
      <button
        type="button"
        className="button quiet"
        onClick={() => (isWritten(entry) ? setIsAsking(true) : remove())}
      >
        Discard
      </button>
      {isAsking && (
        <ConfirmDialog
          question="Discard this?"
          detail="It won’t be sent, and you’ll lose what you wrote."
          cancelLabel="Cancel"
          confirmLabel="Discard"
          onCancel={() => setIsAsking(false)}
          onConfirm={remove}
        />
      )}
    </>
  );
}

/** An entry of the outbox: what it is, why it was rejected, and what can be done with it. */
export function OutboxItem(props: Props) {
  const { entry } = props;
  const isSending = useStore(sendingId, { ssr: 'initial' }) === entry.id;
  const { action, rejection, subject } = entry;
  const { label, text, images = [] } = kindOf(action).describe(action, subject);
  return (
    <li className={styles.entry}>
      <b dir="auto">{label}</b>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {images.length > 0 && (
        <ul className={styles.images}>
          {images.map((image, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- an entry's images stay as they are
            <Thumb key={`${image.name} ${i}`} image={image} />
          ))}
        </ul>
      )}
      {rejection !== undefined && (
        <p className={styles.rejection} role="alert">
          Not sent: {rejection}
        </p>
      )}
      {isSending ? (
        <p>Sending…</p>
      ) : (
        <div className={styles.actions}>
          {isWritten(entry) && <EditButton {...props} />}
          <DiscardButton entry={entry} />
        </div>
      )}
    </li>
  );
}
