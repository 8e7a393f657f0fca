import { UPLOAD } from '#lib/contract/images.ts';

import { shrink } from './resize-image.ts';

/** A picture chosen for a post. */
export interface Chosen {
  id: number;
  /** as it was chosen */
  file: File;
  /** as it will be sent */
  smaller: Promise<File>;
  /** shows it before it is anywhere else */
  url: string;
}

/** A file that cannot be taken, and why. */
export interface Refused {
  name: string;
  message: string;
}

/** What the picker offers; it also takes webp, which is then refused in words (spec 5). */
export const ACCEPT = [...UPLOAD.types, 'image/webp'].join(',');

const types: readonly string[] = UPLOAD.types;

/** @returns why a file cannot be taken, or null (spec 5) */
export function refusal({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!types.includes(type)) return UPLOAD.typeMessage;
  return size > UPLOAD.maxBytes ? UPLOAD.sizeMessage : null;
}

/** @returns what tells a file from others, also when it is chosen once more after a reload */
export const nameOf = ({ name, size, lastModified }: File): string =>
  `${name} ${size} ${lastModified}`;

let chosen = 0;

/** Sorts files into those that can be posted and those that cannot. */
export function sortFiles(files: Iterable<File>): { taken: Chosen[]; refused: Refused[] } {
  const taken: Chosen[] = [];
  const refused: Refused[] = [];
  for (const file of files) {
    const message = refusal(file);
    if (message) refused.push({ name: file.name, message });
    else {
      const url = URL.createObjectURL(file);
      taken.push({ id: (chosen += 1), file, smaller: shrink(file), url });
    }
  }
  return { taken, refused };
}
