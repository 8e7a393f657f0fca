import { useRef, useState } from 'react';

import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { imageProps } from '#islands/ui/media/image-props.ts';
import type { NotStored } from '#lib/client/drafts/post-draft.ts';
import type { PhotoDescriptions as Descriptions } from '#lib/client/drafts/post-form.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { IMAGE_WIDTHS } from '#lib/contract/images.ts';
import { t } from '#lib/messages/t.ts';

import { ACCEPT, type RejectedFile } from './selected-images.ts';
import type { SelectedImages } from './use-selected-images.ts';

import styles from './Attachments.module.css';

// Not in `icons.ts`, as only this dialog uses the icon.
const CAMERA = 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM8.5 13.2a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0';

interface Photo {
  /** key of the description */
  key: string;
  /** URL of the thumbnail */
  url: string;
}

interface DescriptionProps {
  alts: Descriptions | undefined;
  describe: (key: string, alt: string) => void;
  /** messages by field of the post */
  errors: Record<string, string>;
}

interface FieldProps {
  label: string;
  url: string;
  alt: string;
  error: string | undefined;
  onChange: (alt: string) => void;
}

const DescriptionField = ({ label, url, alt, error, onChange }: FieldProps) => (
  <li>
    <img {...imageProps(url, IMAGE_WIDTHS)} sizes="4rem" alt="" loading="lazy" />
    <TextArea
      label={label}
      rows={2}
      value={alt}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  </li>
);

/** Optional descriptions for the photos of a post, folded at first. */
function PhotoDescriptions(props: DescriptionProps & { photos: Photo[] }) {
  const { photos, alts, describe, errors } = props;
  const [isOpen, setIsOpen] = useState(false);
  const errorOf = (i: number) => errors[`attachment_alts.${i}`];
  const described = photos.filter(({ key }) => alts?.[key]?.trim()).length;
  return (
    <details
      className={styles.part}
      open={isOpen || photos.some((_, i) => errorOf(i))}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {described > 0
          ? t('compose.described', { count: described, total: photos.length })
          : t('compose.describe')}
      </summary>
      <p className={styles.note}>{t('compose.describe_why')}</p>
      <ul>
        {photos.map(({ key, url }, i) => (
          <DescriptionField
            key={key}
            label={photos.length > 1 ? t('compose.photo', { n: i + 1 }) : t('compose.shows')}
            url={url}
            alt={alts?.[key] ?? ''}
            error={errorOf(i)}
            onChange={(alt) => describe(key, alt)}
          />
        ))}
      </ul>
    </details>
  );
}

interface Props extends Omit<SelectedImages, 'clear'>, DescriptionProps {
  /** URLs of the stored photos, which come first */
  stored?: string[];
  removeStored?: (url: string) => void;
  hasCamera?: boolean;
}

function Counter({ count }: { count: number }) {
  const excess = count - MAX_ATTACHMENTS;
  return (
    <p className={styles.count} data-over={excess > 0 || undefined} aria-live="polite">
      {excess > 0 && <Icon path={ICONS.alert} size={20} />}
      <span>{t('compose.attached', { count, maximum: MAX_ATTACHMENTS })}</span>
      {excess > 0 && <span>{t('compose.remove_to_post', { excess })}</span>}
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
  /** e.g. the name of the file */
  name: string;
  isOver: boolean;
  onRemove: () => void;
}

const Thumb = ({ url, name, isOver, onRemove }: ThumbProps) => (
  <li data-over={isOver || undefined}>
    <img {...imageProps(url, IMAGE_WIDTHS)} sizes="8rem" alt={name} />
    <button
      type="button"
      className="round"
      aria-label={t('form.remove_name', { name })}
      onClick={onRemove}
    >
      <span className="on-picture">
        <Icon path={ICONS.close} size={18} />
      </span>
    </button>
  </li>
);

interface PickerProps extends Pick<Props, 'add'> {
  /** also offers a phone’s camera */
  hasCamera: boolean;
}

function Picker({ add, hasCamera }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (source: 'camera' | 'files') => () => {
    input.current?.toggleAttribute('capture', source === 'camera');
    input.current?.click();
  };
  return (
    <>
      {hasCamera && (
        <li className={styles.camera}>
          <button type="button" className={styles.add} onClick={pick('camera')}>
            <Icon path={CAMERA} size={26} />
            {t('compose.take_photo')}
          </button>
        </li>
      )}
      <li>
        <button type="button" className={styles.add} onClick={pick('files')}>
          <Icon path={ICONS.image} size={26} />
          {t('compose.add_photos')}
        </button>
        <input
          ref={input}
          type="file"
          name="attachments"
          accept={ACCEPT}
          multiple
          hidden
          aria-label={t('compose.add_photos')}
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            // Allows the same file to be selected again after it was removed.
            target.value = '';
          }}
        />
      </li>
    </>
  );
}

const whyNotStored = (reason: NotStored): string =>
  reason === 'no-room' ? t('compose.no_room') : t('compose.photos_not_stored');

const NONE: string[] = [];

interface ThumbsProps extends Omit<Props, keyof DescriptionProps> {
  count: number;
  onRemoved: () => void;
}

/** The images, stored ones first, and the button that adds more. */
function Thumbs({
  stored = NONE,
  selected,
  add,
  remove,
  removeStored,
  hasCamera = false,
  count,
  onRemoved,
}: ThumbsProps) {
  const then = (removeIt: () => void) => () => {
    removeIt();
    onRemoved();
  };
  return (
    <ul className={styles.thumbs} data-empty={count === 0 || undefined}>
      {stored.map((url, i) => (
        <Thumb
          key={url}
          url={url}
          name={t('compose.stored_photo', { n: i + 1 })}
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
      {count < MAX_ATTACHMENTS && <Picker add={add} hasCamera={hasCamera} />}
    </ul>
  );
}

/** The images of a post, their number, and the rejected files. */
export function Attachments(props: Props) {
  const { stored = NONE, selected, rejected, notStored } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const count = stored.length + selected.length;
  const photos = [
    ...stored.map((url) => ({ key: url, url })),
    ...selected.map(({ fingerprint, url }) => ({ key: fingerprint, url })),
  ];
  return (
    <fieldset
      ref={group}
      className={styles.attachments}
      aria-label={t('compose.attachments')}
      tabIndex={-1}
    >
      <Counter count={count} />
      {rejected.map((each) => (
        <Rejection key={each.name} {...each} />
      ))}
      {notStored && (
        <p className={styles.count} role="alert">
          {whyNotStored(notStored)} {t('compose.keep_open')}
        </p>
      )}
      <Thumbs {...props} count={count} onRemoved={() => group.current?.focus()} />
      {count > 0 && <PhotoDescriptions {...props} photos={photos} />}
    </fieldset>
  );
}
