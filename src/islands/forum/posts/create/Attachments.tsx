import { useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { imageProps } from '#islands/ui/media/image-props.ts';
import type { NotStored } from '#lib/client/drafts/post-draft.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { IMAGE_WIDTHS } from '#lib/contract/images.ts';

import { type DescriptionProps, PhotoDescriptions } from './PhotoDescriptions.tsx';
import { ACCEPT, type RejectedFile } from './selected-images.ts';
import type { SelectedImages } from './use-selected-images.ts';

import styles from './Attachments.module.css';

interface Props extends Omit<SelectedImages, 'clear'>, DescriptionProps {
  /** the URLs of stored ones, which come first */
  stored?: string[];
  removeStored?: (url: string) => void;
}

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
  url: string;
  /** describes it, e.g. the name of its file */
  name: string;
  isOver: boolean;
  onRemove: () => void;
}

const Thumb = ({ url, name, isOver, onRemove }: ThumbProps) => (
  <li data-over={isOver || undefined}>
    <img {...imageProps(url, IMAGE_WIDTHS)} sizes="8rem" alt={name} />
    <button type="button" className="round" aria-label={`Remove ${name}`} onClick={onRemove}>
      <span className="on-picture">
        <Icon path={ICONS.close} size={18} />
      </span>
    </button>
  </li>
);

function Picker({ add }: Pick<Props, 'add'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <button type="button" className={styles.add} onClick={() => input.current?.click()}>
        <Icon path={ICONS.image} size={26} />
        Add photos
      </button>
      <input
        ref={input}
        type="file"
        name="attachments"
        accept={ACCEPT}
        multiple
        hidden
        aria-label="Add photos"
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          // The same file may be selected again after it was removed.
          target.value = '';
        }}
      />
    </li>
  );
}

const NOT_STORED: Record<NotStored, string> = {
  'no-room': 'There’s no room to store these photos on this device (25 MB at most).',
  rejected: 'This browser doesn’t store photos here, as some don’t in private windows.',
};

const NONE: string[] = [];

interface ThumbsProps extends Omit<Props, keyof DescriptionProps> {
  count: number;
  onRemoved: () => void;
}

/** The images, those that are stored first, and the button that adds more. */
function Thumbs({
  stored = NONE,
  selected,
  add,
  remove,
  removeStored,
  count,
  onRemoved,
}: ThumbsProps) {
  const then = (removeIt: () => void) => () => {
    removeIt();
    onRemoved();
  };
  return (
    <ul className={styles.thumbs}>
      {stored.map((url, i) => (
        <Thumb
          key={url}
          url={url}
          name={`photo ${i + 1}`}
          isOver={false}
          onRemove={then(() => removeStored?.(url))}
        />
      ))}
      {selected.map(({ id, url, file }, i) => (
        <Thumb
          key={id}
          url={url}
          name={file.name}
          isOver={stored.length + i >= MAX_ATTACHMENTS}
          onRemove={then(() => remove(id))}
        />
      ))}
      {count < MAX_ATTACHMENTS && <Picker add={add} />}
    </ul>
  );
}

/** The images of a post: how many there are, and which files were rejected. */
export function Attachments(props: Props) {
  const { stored = NONE, selected, rejected, notStored } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const count = stored.length + selected.length;
  const photos = [
    ...stored.map((url) => ({ key: url, url })),
    ...selected.map(({ fingerprint, url }) => ({ key: fingerprint, url })),
  ];
  return (
    <fieldset ref={group} className={styles.attachments} aria-label="Attachments" tabIndex={-1}>
      <Counter count={count} />
      {rejected.map((each) => (
        <Rejection key={each.name} {...each} />
      ))}
      {notStored && (
        <p className={styles.count} role="alert">
          {NOT_STORED[notStored]} Keep this page open until your post is sent.
        </p>
      )}
      <Thumbs {...props} count={count} onRemoved={() => group.current?.focus()} />
      {count > 0 && <PhotoDescriptions {...props} photos={photos} />}
    </fieldset>
  );
}
