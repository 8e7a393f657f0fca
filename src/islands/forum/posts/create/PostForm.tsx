import type { SubmitEvent } from 'react';

import { ModalHead } from '#islands/ui/dialog/ModalHeader.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';

import { Attachments } from './Attachments.tsx';
import { Status } from './UploadStatus.tsx';
import { useDrop } from './use-drop.ts';
import type { useWords } from './use-post-draft.ts';
import type { Sending } from './use-publish.ts';
import type { Pictures } from './use-selected-images.ts';

import styles from './PostForm.module.css';

interface Props {
  /** the heading's id, which names the dialog */
  titleId: string;
  words: ReturnType<typeof useWords>;
  pictures: Pictures;
  sending: Sending;
  /** whether it can be posted now */
  isReady: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onCancel: () => void;
  onLeave: () => void;
}

function Head({ titleId, sending, isReady, onLeave }: Props) {
  const isPending = sending.state === 'sending';
  return (
    <ModalHead id={titleId} title="Create post" onLeave={onLeave}>
      <button type="submit" className="button" disabled={!isReady}>
        {isPending ? 'Posting…' : 'Post'}
      </button>
    </ModalHead>
  );
}

/** The form of a new post: words, pictures, and how its sending goes. */
export function PostForm(props: Props) {
  const { words, pictures, sending, onSubmit, onCancel } = props;
  const { draft, write } = words;
  const drop = useDrop(pictures.add);
  const errors = sending.state === 'failed' ? sending.fields : {};
  return (
    <form
      className={styles.form}
      onSubmit={onSubmit}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <Head {...props} />
      <fieldset className={styles.fields} disabled={sending.state === 'sending'}>
        <TextField
          label="Title"
          name="title"
          placeholder="120 bundles of rice straw, dry"
          autoComplete="off"
          enterKeyHint="next"
          data-focus
          value={draft.title}
          error={errors['title']}
          onChange={({ target }) => write({ title: target.value })}
        />
        <TextArea
          label="Description"
          name="description"
          placeholder="How much, where it is, and until when it can be fetched"
          rows={5}
          value={draft.description}
          error={errors['description']}
          onChange={({ target }) => write({ description: target.value })}
        />
        <Attachments {...pictures} />
      </fieldset>
      <Status sending={sending} onCancel={onCancel} />
    </form>
  );
}
