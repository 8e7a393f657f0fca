import {
  type ClipboardEvent,
  type DragEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';

import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { useShowMarked } from '#islands/ui/form/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { type ListingDraft } from '#lib/client/drafts/listing-draft.ts';
import {
  EMPTY_LISTING,
  type Purpose,
  purposeOf,
  withListing,
  withPurpose,
} from '#lib/client/drafts/purpose.ts';
import { errorMessage, isInField, isSignedOut } from '#lib/client/http/api-error.ts';
import { isDataSaverOn } from '#lib/client/page/data-saver.ts';
import { helpPath } from '#lib/contract/app/help.ts';
import { t } from '#lib/messages/t.ts';

import { Attachments } from './Attachments.tsx';
import { ListingPart, loadListingFields } from './listing/ListingPart.tsx';
import { PostFields } from './PostFields.tsx';
import { PurposeChoice } from './PurposeChoice.tsx';
import { damagedImages } from './selected-images.ts';
import type { useNewPost } from './use-new-post.ts';

import styles from './PostForm.module.css';

// Lazy: the names of materials are 4 KB, and a post does not need them.
const NoticedListing = lazy(() =>
  import('./listing/NoticedListing.tsx').then(
    (module) => ({ default: module.NoticedListing }),
    () => ({ default: () => null }),
  ),
);

const loadPreview = () => import('./listing/ListingPreview.tsx');
const ListingPreview = lazy(loadPreview);

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Adds files dropped on or pasted into a form. */
function useFileDrop(add: (files: Iterable<File>) => Promise<void>) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      void add(event.dataTransfer.files);
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      void add(event.clipboardData.files);
    },
  };
  return { isOver, handlers };
}

interface Props {
  /** the heading's id, which names the dialog */
  titleId: string;
  post: ReturnType<typeof useNewPost>;
  onRequestClose: () => void;
}

/** The props of the attachments. */
function attachmentsOf({ draft, images, publishing, fields }: Props['post']) {
  const remove = (id: number) => {
    // Its errors refer to images by their position.
    publishing.reset();
    images.remove(id);
  };
  const rejected = [...images.rejected, ...damagedImages(images.selected, fields)];
  const { describe, values } = draft;
  return { ...images, rejected, remove, describe, alts: values.alts, errors: fields };
}

interface BannerProps {
  className: string | undefined;
  children: ReactNode;
}

/** Takes the focus, which the disabled fields lose. */
function FocusedBanner(props: BannerProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return <div ref={ref} tabIndex={-1} data-banner {...props} />;
}

interface UploadStatusProps {
  isPending: boolean;
  /** the share that has been sent, 0 to 1 */
  progress: number;
  error: Error | null;
  cancel: () => void;
}

/** Shows an error that is about no field; a toast announces it first. */
function UploadError({ error }: { error: Error }) {
  return (
    <FocusedBanner className={styles.failed}>
      <Icon path={ICONS.alert} />
      <p>
        {isInField(error) ? (
          t('compose.fix_marked')
        ) : (
          <>
            {t('compose.not_posted')} <span data-error>{errorMessage(error)}</span>
          </>
        )}{' '}
        {isSignedOut(error) && (
          // Opens another tab, so that the selected images stay here.
          <a href="/login" target="_blank" rel="noreferrer">
            {t('auth.login')}
          </a>
        )}
      </p>
      <button type="submit" className="button quiet">
        {t('notice.try_again')}
      </button>
    </FocusedBanner>
  );
}

function UploadStatus({ isPending, progress, error, cancel }: UploadStatusProps) {
  if (error) return <UploadError error={error} />;
  if (!isPending) return null;
  const percent = Math.round(progress * 100);
  return (
    <FocusedBanner className={styles.sending}>
      <Spinner />
      <p>{percent < 100 ? t('compose.uploading', { percent }) : t('compose.almost')}</p>
      <button type="button" className="button quiet" onClick={cancel}>
        {t('form.cancel')}
      </button>
      <progress value={progress} aria-label={t('compose.upload')} />
    </FocusedBanner>
  );
}

interface WordsFoldProps {
  /** messages by field of the post */
  errors: Record<string, string>;
  children: ReactNode;
}

/** Folds the title and description of a listing, which are proposed; what is wrong in them opens it. */
function WordsFold({ errors, children }: WordsFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.fold}
      open={isOpen || Boolean(errors['title'] ?? errors['description'])}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{t('compose.words')}</summary>
      <div>{children}</div>
    </details>
  );
}

/** Whether a title may describe a listing; if so, the parser of listings is loaded. */
const hasNumber = (title: string) => /\d/.test(title);

interface ListingPartsProps extends Pick<Props, 'post'> {
  photos: ReactNode;
  /** the fields of title and description */
  words: ReactNode;
}

/** The card as others will see it, and the fields of a listing, with the words that it proposes folded. */
function ListingParts({ post, photos, words }: ListingPartsProps) {
  const { draft, fields, today, images } = post;
  const { listing = EMPTY_LISTING, title } = draft.values;
  const picture = images.selected[0]?.url;
  return (
    <>
      <Suspense fallback={<div className={styles.card} />}>
        <ListingPreview listing={listing} title={title} picture={picture} today={today} />
      </Suspense>
      {photos}
      <ListingPart draft={draft} errors={fields} today={today} isNew />
      <WordsFold errors={fields}>{words}</WordsFold>
      {!listing.material && (
        // Opens another tab, so that the dialog stays.
        <a className="link" href={helpPath('straw')} target="_blank" rel="noreferrer">
          {t('help.straw')}
        </a>
      )}
    </>
  );
}

/** The parts of the form. With a listing, its photos and fields come first; input survives the change of order. */
function PostParts({ post }: Pick<Props, 'post'>) {
  const { draft, fields } = post;
  const { values, write } = draft;
  const purpose = purposeOf(values);
  const head = useRef<HTMLDivElement>(null);
  const choose = (chosen: Purpose) => write(withPurpose(values, chosen));
  const accept = (listing: ListingDraft) => {
    write(withListing(listing));
    head.current?.querySelector<HTMLElement>('[data-purposes]')?.focus();
  };
  const isListing = purpose !== 'ask';
  const words = (
    <PostFields key="words" draft={draft} errors={fields} isSecond={isListing}>
      {!isListing && hasNumber(values.title) && (
        <Suspense>
          <NoticedListing title={values.title} listing={values.listing} onAccept={accept} />
        </Suspense>
      )}
    </PostFields>
  );
  const photos = <Attachments key="photos" {...attachmentsOf(post)} hasCamera={isListing} />;
  return (
    <>
      <div ref={head}>
        <PurposeChoice purpose={purpose} onChoose={choose} />
      </div>
      {isListing ? <ListingParts post={post} photos={photos} words={words} /> : [words, photos]}
    </>
  );
}

/** Loads what the first press in the dialog shows, once the dialog itself is there. */
function usePreload(): void {
  useEffect(() => {
    if (isDataSaverOn()) return;
    loadListingFields().catch(() => null);
    loadPreview().catch(() => null);
  }, []);
}

export function PostForm({ titleId, post, onRequestClose }: Props) {
  usePreload();
  const { error } = post.publishing;
  const form = useShowMarked(post.failure);
  const drop = useFileDrop(post.images.add);
  const note = { id: `${titleId}-note`, text: post.missing || t('compose.ready') };
  return (
    <form
      ref={form}
      className={styles.form}
      // A browser stops silently at a wrong date in a closed fold; our own check opens it.
      noValidate
      onSubmit={post.onSubmit}
      data-toasted={error && !isInField(error) ? '' : undefined}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <ModalHeader id={titleId} title={t('compose.create')} note={note} onClose={onRequestClose}>
        <button
          type="submit"
          className="button"
          disabled={!post.isReady}
          aria-describedby={note.id}
        >
          {post.publishing.isPending ? t('compose.posting') : t('shell.post')}
        </button>
      </ModalHeader>
      <fieldset className={styles.fields} disabled={post.publishing.isPending}>
        <PostParts post={post} />
      </fieldset>
      <UploadStatus {...post.publishing} />
    </form>
  );
}
