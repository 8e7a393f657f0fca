import { useState } from 'react';

import { TextArea } from '#islands/ui/form/TextArea.tsx';
import type { PhotoDescriptions as Descriptions } from '#lib/client/drafts/photo-descriptions.ts';
import { MAX_ALT } from '#lib/contract/posts.ts';

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

/** Where a member may say what the photos of a post show; folded until it is wanted. */
export function PhotoDescriptions({
  photos,
  alts = {},
  describe,
  errors,
}: DescriptionProps & { photos: Photo[] }) {
  const errorOf = (i: number) => errors[`attachment_alts.${i}`];
  const [isOpen, setIsOpen] = useState(false);
  const described = photos.filter(({ key }) => alts[key]?.trim()).length;
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
          <li key={key}>
            <img src={url} alt="" />
            <TextArea
              label={photos.length > 1 ? `Photo ${i + 1}` : 'What it shows'}
              rows={2}
              maxLength={MAX_ALT}
              value={alts[key] ?? ''}
              error={errorOf(i)}
              onChange={({ target }) => describe(key, target.value)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
