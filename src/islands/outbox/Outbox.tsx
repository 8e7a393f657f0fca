import { useStore } from '@nanostores/react';
import { type MouseEvent, useCallback, useEffect, useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { type StoredImage, toFile } from '#lib/client/device/stored-images.ts';
import {
  clearPostDraft,
  isStarted,
  type NewPostDraft,
  readPostDraft,
} from '#lib/client/drafts/post-draft.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { mountIsland } from '#lib/client/mount-island.ts';
import { sendNow, undoEntry } from '#lib/client/outbox/flush-outbox.ts';
import { kindOf } from '#lib/client/outbox/outbox-actions.ts';
import { isWaiting, type OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { removeEntries } from '#lib/client/outbox/outbox-store.ts';
import { hasSessionEnded } from '#lib/client/stores/login.ts';
import { outboxEntries, sendingId } from '#lib/client/stores/outbox.ts';
import { openView } from '#lib/client/stores/view.ts';
import { forumToastArea, toastError } from '#lib/client/toasts/forum-toasts.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Outbox.module.css';

const FEEDS = new Set(['/forums/explore', '/forums/my-discussions']);

/**
 * Opens an entry for editing.
 * @param opener gets the focus afterwards
 */
type EditEntry = (entry: OutboxEntry, opener: HTMLElement) => Promise<void>;

/** Whether deleting the entry would lose text that a member wrote. */
const isWritten = ({ action }: OutboxEntry): boolean => kindOf(action).edit !== undefined;

function isNewPost({ action }: OutboxEntry): boolean {
  const editor = kindOf(action).edit?.(action);
  return editor !== undefined && 'dialog' in editor && editor.dialog === 'post';
}

interface OutboxItemProps {
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

function EditButton({ entry, hasUnfinishedPost, onEdit }: OutboxItemProps) {
  const isPost = isNewPost(entry);
  const isBlocked = isPost && hasUnfinishedPost;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    isBlocked
      ? showToast(forumToastArea(), 'error', t('outbox.unfinished_first'))
      : void onEdit(entry, currentTarget).catch(toastError);
  return (
    <button
      type="button"
      className="button quiet"
      data-open-post={(isPost && !isBlocked) || undefined}
      onClick={onClick}
    >
      {t('comment.edit')}
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
        {t('compose.discard')}
      </button>
      {isAsking && (
        <ConfirmDialog
          question={t('outbox.discard')}
          detail={t('outbox.discard_detail')}
          cancelLabel={t('form.cancel')}
          confirmLabel={t('compose.discard')}
          onCancel={() => setIsAsking(false)}
          onConfirm={remove}
        />
      )}
    </>
  );
}

/** An entry of the outbox, with the reason of its rejection and its buttons. */
function OutboxItem(props: OutboxItemProps) {
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
            // oxlint-disable-next-line react/no-array-index-key -- the images of an entry never change
            <Thumb key={`${image.name} ${i}`} image={image} />
          ))}
        </ul>
      )}
      {rejection !== undefined && (
        <p className={styles.rejection} role="alert">
          {t('outbox.rejected', { why: rejection })}
        </p>
      )}
      {isSending ? (
        <p>{t('outbox.sending')}</p>
      ) : (
        <div className={styles.actions}>
          {isWritten(entry) && <EditButton {...props} />}
          <DiscardButton entry={entry} />
        </div>
      )}
    </li>
  );
}

interface Props {
  accountId: string;
  onEdit: EditEntry;
}

/** How many entries wait, and for what. */
function Status({ entries }: { entries: OutboxEntry[] }) {
  const isSignedOut = useStore(hasSessionEnded, { ssr: 'initial' });
  const waiting = entries.filter(isWaiting).length;
  if (waiting === 0) return <output>{t('outbox.not_sent')}</output>;
  return (
    <>
      <output>
        <b>{t('outbox.waiting', { count: waiting })}</b>{' '}
        {isSignedOut ? t('outbox.log_in') : t('outbox.later')}
      </output>
      {isSignedOut ? (
        <a className="button" href={signInPath(location.pathname + location.search)}>
          {t('auth.login')}
        </a>
      ) : (
        <button
          type="button"
          className="button quiet"
          onClick={() => void sendNow().catch(toastError)}
        >
          {t('outbox.send_now')}
        </button>
      )}
    </>
  );
}

/**
 * The unfinished post of a member. Read again when a dialog closes and when the outbox changes.
 * @returns `unfinished`: null when there is none
 */
function useUnfinishedPost(accountId: string) {
  const [draft, setDraft] = useState<NewPostDraft | null>(null);
  const refresh = useCallback(async () => {
    const stored = await readPostDraft(accountId);
    setDraft(isStarted(stored) ? stored : null);
  }, [accountId]);
  useEffect(() => {
    const stopView = openView.subscribe((view) => {
      if (!view) void refresh();
    });
    const stopEntries = outboxEntries.listen(() => void refresh());
    return () => {
      stopView();
      stopEntries();
    };
  }, [refresh]);
  return { unfinished: draft, refresh };
}

interface UnfinishedPostProps {
  accountId: string;
  draft: NewPostDraft;
  onDiscard: () => void;
}

function UnfinishedPost({ accountId, draft: { text, images }, onDiscard }: UnfinishedPostProps) {
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => void clearPostDraft(accountId).then(onDiscard);
  const photos = t('outbox.photos', { count: images.length });
  return (
    <section className={styles.panel} aria-label={t('outbox.unfinished')}>
      <p>{t('outbox.have_unfinished')}</p>
      <p className={styles.text} dir="auto">
        {text.title.trim() || text.description.trim() || photos}
      </p>
      <div className={styles.actions}>
        <button type="button" className="button" data-open-post>
          {t('outbox.continue')}
        </button>
        <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
          {t('compose.discard')}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={t('compose.discard_post')}
          detail={t('compose.discard_detail')}
          cancelLabel={t('form.cancel')}
          confirmLabel={t('compose.discard')}
          onCancel={() => setIsAsking(false)}
          onConfirm={discard}
        />
      )}
    </section>
  );
}

/** What a member has not sent yet: the entries of the outbox and, on a feed, an unfinished post. */
function Outbox({ accountId, onEdit }: Props) {
  const entries = useStore(outboxEntries, { ssr: 'initial' });
  const { unfinished, refresh } = useUnfinishedPost(accountId);
  return (
    <>
      {unfinished && FEEDS.has(location.pathname) && (
        <UnfinishedPost accountId={accountId} draft={unfinished} onDiscard={() => void refresh()} />
      )}
      {entries.length > 0 && (
        <section className={styles.panel} aria-label={t('outbox.title')}>
          <Status entries={entries} />
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <OutboxItem
                key={entry.id}
                entry={entry}
                hasUnfinishedPost={unfinished !== null}
                onEdit={onEdit}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

let mounted: { host: Element; unmount: () => void } | undefined;

/** Mounts the outbox of the member whose page this is. */
export function mountOutbox(host: Element, onEdit: EditEntry): void {
  if (mounted?.host === host) return;
  mounted?.unmount();
  const outbox = <Outbox accountId={getViewerId()} onEdit={onEdit} />;
  mounted = { host, unmount: mountIsland(host, outbox) };
}
