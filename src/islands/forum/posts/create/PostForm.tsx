import { type ClipboardEvent, type DragEvent, useState } from 'react';

import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { useShowMarked } from '#islands/ui/form/Field.tsx';
import { isInField } from '#lib/client/http/api-error.ts';

import { Attachments } from './Attachments.tsx';
import { describeMissing } from './describe-missing.ts';
import { ListingPart } from './listing/ListingPart.tsx';
import { PostFields } from './PostFields.tsx';
import { damagedImages } from './selected-images.ts';
import { UploadStatus } from './UploadStatus.tsx';
import type { useNewPost } from './use-new-post.ts';

import styles from './PostForm.module.css';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Adds files that are dropped on a form or pasted into it. */
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

/** @returns what the attachments show and do */
function attachmentsOf({ draft, images, publishing, fields }: Props['post']) {
  const remove = (id: number) => {
    // Its errors name the images by their position.
    publishing.reset();
    images.remove(id);
  };
  const rejected = [...images.rejected, ...damagedImages(images.selected, fields)];
  const { describe, values } = draft;
  return { ...images, rejected, remove, describe, alts: values.alts, errors: fields };
}

/** The form of a new post: its text, its images, and how the upload goes. */
export function PostForm({ titleId, post, onRequestClose }: Props) {
  const { error } = post.publishing;
  const form = useShowMarked(post.failure);
  const drop = useFileDrop(post.images.add);
  const missing = describeMissing(post.draft.values, post.images.selected.length, 'post');
  const note = { id: `${titleId}-note`, text: missing || 'Ready to post.' };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={post.onSubmit}
      data-toasted={error && !isInField(error) ? '' : undefined}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <ModalHeader id={titleId} title="Create post" note={note} onClose={onRequestClose}>
        <button
          type="submit"
          className="button"
          disabled={!post.isReady}
          aria-describedby={note.id}
        >
          {post.publishing.isPending ? 'Posting…' : 'Post'}
        </button>
      </ModalHeader>
      <fieldset className={styles.fields} disabled={post.publishing.isPending}>
        <PostFields draft={post.draft} errors={post.fields} />
        <ListingPart
          listing={post.draft.values.listing}
          errors={post.fields}
          onChange={(listing) => post.draft.write({ listing })}
        />
        <Attachments {...attachmentsOf(post)} />
      </fieldset>
      <UploadStatus {...post.publishing} />
    </form>
  );
}
