import { UPLOAD } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';

import { resizeImage } from './resize-image.ts';

/** An image selected for a post. */
export interface SelectedImage {
  id: number;
  /** as it was selected */
  file: File;
  /** as it will be sent */
  resized: Promise<File>;
  /** an object URL for the thumbnail */
  url: string;
}

/** A file that cannot be posted. */
export interface RejectedFile {
  name: string;
  message: string;
}

/** The picker also offers WebP, which is then rejected with a message (docs/product.md, Uploads). */
export const ACCEPT = [...UPLOAD.types, 'image/webp'].join(',');

const types: readonly string[] = UPLOAD.types;

/** Why a file is rejected, or null. */
export function rejectionReason({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!types.includes(type)) return IMAGE_MESSAGES.unsupported_image_type;
  return size > UPLOAD.maxBytes ? IMAGE_MESSAGES.file_too_large : null;
}

/** Identifies a file, also when it is selected again after a reload. */
export const fileFingerprint = ({ name, size, lastModified }: File): string =>
  `${name} ${size} ${lastModified}`;

let lastId = 0;

/** Splits files into images to post and rejected files. */
export function partitionFiles(files: Iterable<File>): {
  accepted: SelectedImage[];
  rejected: RejectedFile[];
} {
  const accepted: SelectedImage[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const message = rejectionReason(file);
    if (message) rejected.push({ name: file.name, message });
    else {
      const url = URL.createObjectURL(file);
      accepted.push({ id: (lastId += 1), file, resized: resizeImage(file), url });
    }
  }
  return { accepted, rejected };
}
