import { useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { MAX_ATTACHMENTS } from '#lib/contract/post-limits.ts';

import { ACCEPT, type Chosen, type Refused } from './selected-images.ts';
import type { Pictures } from './use-selected-images.ts';

import styles from './Attachments.module.css';

function Counter({ count }: { count: number }) {
  const over = count - MAX_ATTACHMENTS;
  return (
    <p className={styles.count} data-over={over > 0 || undefined} aria-live="polite">
      {over > 0 && <Icon name="alert" size={20} />}
      <span>
        {count} / {MAX_ATTACHMENTS} Attachments
      </span>
      {over > 0 && <span>Remove {over} to post.</span>}
    </p>
  );
}

const Refusal = ({ name, message }: Refused) => (
  <p className={styles.refused} role="alert">
    <b>{name}</b>
    <span>{message}</span>
  </p>
);

interface ThumbProps {
  picture: Chosen;
  isOver: boolean;
  onRemove: () => void;
}

const Thumb = ({ picture, isOver, onRemove }: ThumbProps) => (
  <li data-over={isOver || undefined}>
    <img src={picture.url} alt={picture.file.name} />
    <button type="button" aria-label={`Remove ${picture.file.name}`} onClick={onRemove}>
      <span>
        <Icon name="close" size={18} />
      </span>
    </button>
  </li>
);

function Picker({ add }: Pick<Pictures, 'add'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <button type="button" className={styles.add} onClick={() => input.current?.click()}>
        <Icon name="image" size={26} />
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
          add([...(target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          target.value = '';
        }}
      />
    </li>
  );
}

/** The pictures of a post: what is chosen, how many there may be, and what cannot be taken (spec 5). */
export function Attachments({ chosen, refused, add, remove }: Pictures) {
  const group = useRef<HTMLFieldSetElement>(null);
  const drop = (id: number) => {
    remove(id);
    group.current?.focus();
  };
  return (
    <fieldset ref={group} className={styles.attachments} aria-label="Attachments" tabIndex={-1}>
      <Counter count={chosen.length} />
      {refused.map((each) => (
        <Refusal key={each.name} {...each} />
      ))}
      <ul className={styles.thumbs}>
        {chosen.map((picture, i) => (
          <Thumb
            key={picture.id}
            picture={picture}
            isOver={i >= MAX_ATTACHMENTS}
            onRemove={() => drop(picture.id)}
          />
        ))}
        {chosen.length < MAX_ATTACHMENTS && <Picker add={add} />}
      </ul>
    </fieldset>
  );
}
