import type { FileStore } from '#lib/server/platform/storage/file-store.ts';
import { saveImage } from '#lib/server/platform/storage/save-files.ts';

import { listImages, readImage } from './images.ts';

/** The storage keys of the images; each use of an image has its own key. */
export class DemoImages {
  readonly #keys = new Map<string, string[]>();

  add(name: string, key: string): void {
    this.#keys.getOrInsert(name, []).push(key);
  }

  /**
   * Takes an unused storage key of an image.
   * @throws Error when there is none
   */
  take(name: string): string {
    const key = this.#keys.get(name)?.pop();
    if (!key) throw new Error(`No stored demo image: ${name}`);
    return key;
  }
}

/** Copies the demo's image files into the storage. */
export async function loadImages(files: FileStore): Promise<DemoImages> {
  const images = new DemoImages();
  const load = async (name: string) =>
    images.add(name, await saveImage(files, await readImage(name)));
  await Promise.all(listImages().map(load));
  return images;
}
