import { useState } from 'react';

import { TextArea } from '#islands/ui/form/TextArea.tsx';
import { imageProps } from '#islands/ui/media/image-props.ts';
import type { PhotoDescriptions as Descriptions } from '#lib/client/drafts/post-form.ts';
import { IMAGE_WIDTHS } from '#lib/contract/images.ts';

import styles from './PhotoDescriptions.module.css';

interface Photo {
  /** of its description */
  key: string;
  /** of its thumbnail */
  url: string;
}

export interface DescriptionProps {
  alts: Descriptions | undefined;
  describe: (key: string, alt: string) => void;
  /** what is wrong, by field of the post */
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

/** Where a member may describe the photos of a post; folded until it is wanted. */
export function PhotoDescriptions(props: DescriptionProps & { photos: Photo[] }) {
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
          ? `Photo descriptions: ${described} of ${photos.length}`
          : 'Describe your photos (optional)'}
      </summary>
      <p className={styles.note}>
        A few words on what each one shows help people who can’t see it, or have photos turned off
        to save data.
      </p>
      <ul>
        {photos.map(({ key, url }, i) => (
          <DescriptionField
            key={key}
            label={photos.length > 1 ? `Photo ${i + 1}` : 'What it shows'}
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
