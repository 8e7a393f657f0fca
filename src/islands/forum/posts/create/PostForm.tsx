import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';

import { Attachments } from './Attachments.tsx';
import { UploadStatus } from './UploadStatus.tsx';
import { useFileDrop } from './use-file-drop.ts';
import type { useNewPost } from './use-new-post.ts';

import styles from './PostForm.module.css';

interface Props {
  /** the heading's id, which names the dialog */
  titleId: string;
  post: ReturnType<typeof useNewPost>;
  onRequestClose: () => void;
}

const Fields = ({ draft, images, publishing, fields }: Props['post']) => (
  <fieldset className={styles.fields} disabled={publishing.isPending}>
    <TextField
      label="Title"
      name="title"
      placeholder="120 bundles of rice straw, dry"
      autoComplete="off"
      enterKeyHint="next"
      data-focus
      value={draft.values.title}
      error={fields['title']}
      onChange={({ target }) => draft.write({ title: target.value })}
    />
    <TextArea
      label="Description"
      name="description"
      placeholder="How much, where, and pick-up deadline"
      rows={5}
      value={draft.values.description}
      error={fields['description']}
      onChange={({ target }) => draft.write({ description: target.value })}
    />
    <Attachments {...images} />
  </fieldset>
);

/** The form of a new post: its text, its images, and how the upload goes. */
export function PostForm({ titleId, post, onRequestClose }: Props) {
  const drop = useFileDrop(post.images.add);
  return (
    <form
      className={styles.form}
      onSubmit={post.onSubmit}
      data-dropping={drop.isOver}
      {...drop.handlers}
    >
      <ModalHeader id={titleId} title="Create post" onClose={onRequestClose}>
        <button type="submit" className="button" disabled={!post.isReady}>
          {post.publishing.isPending ? 'Posting…' : 'Post'}
        </button>
      </ModalHeader>
      <Fields {...post} />
      <UploadStatus {...post.publishing} />
    </form>
  );
}
