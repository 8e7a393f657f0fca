import { UPLOAD } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';

import { resizeImage } from './resize-image.ts';

/** A picture chosen for a post. */
export interface SelectedImage {
  id: number;
  /** as it was chosen */
  file: File;
  /** as it will be sent */
  resized: Promise<File>;
  /** shows it before it is anywhere else */
  url: string;
}

/** A file that cannot be taken, and why. */
export interface RejectedFile {
  name: string;
  message: string;
}

/** What the picker offers; it also takes webp, which is then refused in words (spec 5). */
export const ACCEPT = [...UPLOAD.types, 'image/webp'].join(',');

const types: readonly string[] = UPLOAD.types;

/** @returns why a file cannot be taken, or null (spec 5) */
export function rejectionReason({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!types.includes(type)) return IMAGE_MESSAGES.unsupported_image_type;
  return size > UPLOAD.maxBytes ? IMAGE_MESSAGES.file_too_large : null;
}

/** @returns what tells a file from others, also when it is chosen once more after a reload */
export const fileFingerprint = ({ name, size, lastModified }: File): string =>
  `${name} ${size} ${lastModified}`;

let lastId = 0;

/** Sorts files into those that can be posted and those that cannot. */
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
