import { withContentType } from '#islands/ui/media/with-content-type.ts';
import { toFile } from '#lib/client/device/stored-images.ts';
import type { DraftImage } from '#lib/client/drafts/draft.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';

import { resizeImage } from './resize-image.ts';

export interface SelectedImage {
  id: number;
  /** the file as selected, or as stored with the draft */
  file: File;
  /** fingerprint of the file as selected */
  fingerprint: string;
  /** the file to send */
  resized: Promise<File>;
  /** an object URL for the thumbnail */
  url: string;
}

export interface RejectedFile {
  name: string;
  message: string;
}

/** The picker offers WebP too, which then gets an error message (docs/product.md, Uploads). */
export const ACCEPT = [...UPLOAD.types, 'image/webp'].join(',');

const types: readonly string[] = UPLOAD.types;

/** Why a file is rejected, or null. */
export function rejectionReason({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (size === 0) return IMAGE_MESSAGES.image_empty;
  if (!types.includes(type)) return IMAGE_MESSAGES.unsupported_image_type;
  return size > UPLOAD.maxBytes ? IMAGE_MESSAGES.file_too_large : null;
}

/** Recognizes a file that is selected again, even after a reload. */
const fileFingerprint = ({ name, size, lastModified }: File): string =>
  `${name} ${size} ${lastModified}`;

let lastId = 0;

function selectImage(file: File, fingerprint: string, resized: Promise<File>): SelectedImage {
  const url = URL.createObjectURL(file);
  return { id: (lastId += 1), file, fingerprint, resized, url };
}

export function restoreImage({ file: stored, fingerprint, isResized }: DraftImage): SelectedImage {
  const file = toFile(stored);
  return selectImage(file, fingerprint, isResized ? Promise.resolve(file) : resizeImage(file));
}

/** Images for the draft: the original file first, and later the resized one. */
export const toDraftImages = (images: SelectedImage[]): DraftImage[] =>
  images.map(({ file, fingerprint }) => ({ file, fingerprint, isResized: false }));

export const toResizedImages = (images: SelectedImage[]): Promise<DraftImage[]> =>
  Promise.all(
    images.map(async ({ fingerprint, resized }) => ({
      file: await resized,
      fingerprint,
      isResized: true,
    })),
  );

export interface PartitionedFiles {
  accepted: SelectedImage[];
  rejected: RejectedFile[];
}

export async function partitionFiles(files: Iterable<File>): Promise<PartitionedFiles> {
  const accepted: SelectedImage[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of await Promise.all([...files].map(withContentType))) {
    const message = rejectionReason(file);
    if (message) rejected.push({ name: file.name, message });
    else accepted.push(selectImage(file, fileFingerprint(file), resizeImage(file)));
  }
  return { accepted, rejected };
}

/** The images that the server could not read; its error has their positions. */
export const damagedImages = (
  selected: SelectedImage[],
  errors: Record<string, string>,
): RejectedFile[] =>
  selected.flatMap(({ file: { name } }, i) => {
    const message = errors[`attachments.${i}`];
    return message ? [{ name, message }] : [];
  });
