import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  AVATAR_WIDTHS,
  availableWidths,
  IMAGE_WIDTHS,
  SOCIAL_IMAGE,
} from '#lib/contract/images.ts';
import type { ProcessedImage } from '#lib/server/platform/images/convert-image.ts';

import { members } from './members.ts';
import { posts } from './posts.ts';
import { resources } from './resources.ts';

// Each image is a folder with one file per width: `posts/straw-truck/480.webp`.
const IMAGES_DIR = join(import.meta.dirname, 'images');

// The size of each image's largest file, in pixels.
const SIZES: Record<string, { width: number; height: number }> = {
  avatars: { width: 320, height: 320 },
  covers: { width: 960, height: 540 },
  diagrams: { width: 960, height: 720 },
  posts: { width: 960, height: 600 },
};

/** The images of the demo, repeated for each use. */
export function listImages(): string[] {
  const blocks = resources.flatMap((resource) => resource.blocks);
  return [
    ...members.flatMap(({ avatar }) => avatar ?? []),
    ...posts.flatMap(({ images }) => images),
    ...resources.map(({ cover }) => cover),
    ...blocks.flatMap(({ type, content }) => (type === 'image' ? content : [])),
  ];
}

/**
 * Reads all stored widths of an image.
 * @param name `<folder>/<name>`
 * @throws Error for a name without a folder of ours, and for a missing file
 */
export async function readImage(name: string): Promise<ProcessedImage> {
  const [folder = ''] = name.split('/');
  const size = SIZES[folder];
  if (!size) throw new Error(`No folder of demo images: ${name}`);
  const read = (file: string) => readFile(join(IMAGES_DIR, name, file));
  const widths = availableWidths(size.width, folder === 'avatars' ? AVATAR_WIDTHS : IMAGE_WIDTHS);
  const files = widths.map(async (width) => ({ width, bytes: await read(`${width}.webp`) }));
  const image: ProcessedImage = { ...size, files: await Promise.all(files) };
  return folder === 'covers' ? { ...image, shared: await read(SOCIAL_IMAGE.file) } : image;
}
