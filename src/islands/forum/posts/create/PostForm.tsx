import type { SubmitEvent } from 'react';

import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';

import { Attachments } from './Attachments.tsx';
import { UploadStatus } from './UploadStatus.tsx';
import { useFileDrop } from './use-drop.ts';
import type { usePostDraft } from './use-post-draft.ts';
import type { PublishState } from './use-publish.ts';
import type { SelectedImages } from './use-selected-images.ts';

import styles from './PostForm.module.css';

interface Props {
  /** the heading's id, which names the dialog */
  titleId: string;
  draft: ReturnType<typeof usePostDraft>;
  images: SelectedImages;
  sending: PublishState;
  /** whether it can be posted now */
  isReady: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  onRequestClose: () => void;
}

function PostFormHeader({ titleId, sending, isReady, onRequestClose }: Props) {
  const isPending = sending.state === 'sending';
  return (
    <ModalHeader id={titleId} title="Create post" onClose={onRequestClose}>
      <button type="submit" className="button" disabled={!isReady}>
        {isPending ? 'Posting…' : 'Post'}
      </button>
    </ModalHeader>
  );
}

/** The form of a new post: words, pictures, and how its sending goes. */
export function PostForm(props: Props) {
  const { draft, images, sending, onSubmit, onCancel } = props;
  const { draft: values, write } = draft;
  const drop = useFileDrop(images.add);
  const errors = sending.state === 'failed' ? sending.fields : {};
  return (
    <form
      className={styles.form}
      onSubmit={onSubmit}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <PostFormHeader {...props} />
      <fieldset className={styles.fields} disabled={sending.state === 'sending'}>
        <TextField
          label="Title"
          name="title"
          placeholder="120 bundles of rice straw, dry"
          autoComplete="off"
          enterKeyHint="next"
          data-focus
          value={values.title}
          error={errors['title']}
          onChange={({ target }) => write({ title: target.value })}
        />
        <TextArea
          label="Description"
          name="description"
          placeholder="How much, where it is, and until when it can be fetched"
          rows={5}
          value={values.description}
          error={errors['description']}
          onChange={({ target }) => write({ description: target.value })}
        />
        <Attachments {...images} />
      </fieldset>
      <UploadStatus sending={sending} onCancel={onCancel} />
    </form>
  );
}
