import { useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/posts.ts';

import { ACCEPT, type SelectedImage, type RejectedFile } from './selected-images.ts';
import type { SelectedImages } from './use-selected-images.ts';

import styles from './Attachments.module.css';

function Counter({ count }: { count: number }) {
  const excess = count - MAX_ATTACHMENTS;
  return (
    <p className={styles.count} data-over={excess > 0 || undefined} aria-live="polite">
      {excess > 0 && <Icon path={ICONS.alert} size={20} />}
      <span>
        {count} / {MAX_ATTACHMENTS} Attachments
      </span>
      {excess > 0 && <span>Remove {excess} to post.</span>}
    </p>
  );
}

const Rejection = ({ name, message }: RejectedFile) => (
  <p className={styles.rejected} role="alert">
    <b>{name}</b>
    <span>{message}</span>
  </p>
);

interface ThumbProps {
  image: SelectedImage;
  isOver: boolean;
  onRemove: () => void;
}

const Thumb = ({ image, isOver, onRemove }: ThumbProps) => (
  <li data-over={isOver || undefined}>
    <img src={image.url} alt={image.file.name} />
    <button
      type="button"
      className="round"
      aria-label={`Remove ${image.file.name}`}
      onClick={onRemove}
    >
      <span className="on-picture">
        <Icon path={ICONS.close} size={18} />
      </span>
    </button>
  </li>
);

function Picker({ add }: Pick<SelectedImages, 'add'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <button type="button" className={styles.add} onClick={() => input.current?.click()}>
        <Icon path={ICONS.image} size={26} />
        Add pictures
      </button>
      <input
        ref={input}
        type="file"
        name="attachments"
        accept={ACCEPT}
        multiple
        hidden
        aria-label="Add pictures"
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          // The same file may be selected again after it was removed.
          target.value = '';
        }}
      />
    </li>
  );
}

/** The images of a new post: how many there are, and which files were rejected. */
export function Attachments({ selected, rejected, isStored, add, remove }: SelectedImages) {
  const group = useRef<HTMLFieldSetElement>(null);
  const removeAndFocus = (id: number) => {
    remove(id);
    group.current?.focus();
  };
  return (
    <fieldset ref={group} className={styles.attachments} aria-label="Attachments" tabIndex={-1}>
      <Counter count={selected.length} />
      {rejected.map((each) => (
        <Rejection key={each.name} {...each} />
      ))}
      {!isStored && (
        <p className={styles.count} role="alert">
          There is no room to store these pictures on this device (25 MB at most). Keep this page
          open until the post is sent.
        </p>
      )}
      <ul className={styles.thumbs}>
        {selected.map((picture, i) => (
          <Thumb
            key={picture.id}
            image={picture}
            isOver={i >= MAX_ATTACHMENTS}
            onRemove={() => removeAndFocus(picture.id)}
          />
        ))}
        {selected.length < MAX_ATTACHMENTS && <Picker add={add} />}
      </ul>
    </fieldset>
  );
}
