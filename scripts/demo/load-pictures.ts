import { availableParallelism } from 'node:os';

import sharp from 'sharp';

import { processAvatar, processCover, processImage } from '#lib/server/images/process-image.ts';
import type { FileStore } from '#lib/server/storage/file-store.ts';
import { saveImage } from '#lib/server/storage/image-files.ts';

import { members } from './members.ts';
import { draw } from './pictures.ts';
import { posts } from './posts.ts';
import { resources } from './resources.ts';

// The mill takes PNG and JPEG alone; our own drawings come to it as SVG.
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });

/** The kept pictures of the demo: a key of its own for every place that shows one. */
export class DemoPictures {
  readonly #keys = new Map<string, string[]>();

  keep(name: string, key: string): void {
    this.#keys.getOrInsert(name, []).push(key);
  }

  /** @returns a storage key nobody has yet @throws Error for a name nothing was kept for */
  take(name: string): string {
    const key = this.#keys.get(name)?.pop();
    if (!key) throw new Error(`The demo shows a picture that was not kept: ${name}`);
    return key;
  }
}

const COVERS = new Set(resources.map(({ cover }) => cover));

/** Every name as often as it is shown. */
function shownNames(): string[] {
  const blocks = resources.flatMap((resource) => resource.blocks);
  return [
    ...members.flatMap(({ avatar }) => avatar ?? []),
    ...posts.flatMap(({ pictures }) => pictures),
    ...resources.map(({ cover }) => cover),
    ...blocks.flatMap(({ type, content }) => (type === 'image' ? content : [])),
  ];
}

/** What makes a picture of a name: a member's, a resource's cover, or any other. */
function makerOf(name: string) {
  if (name.startsWith('avatar-')) return processAvatar;
  return COVERS.has(name) ? processCover : processImage;
}

async function keepPicture(files: FileStore, pictures: DemoPictures, name: string, uses: number) {
  const made = await makerOf(name)(await draw(name), 'image/jpeg');
  for (let use = 0; use < uses; use += 1) pictures.keep(name, await saveImage(files, made));
}

/** Draws all pictures of the demo and puts them through the same mill as a member's. */
export async function storeImages(files: FileStore): Promise<DemoPictures> {
  const pictures = new DemoPictures();
  const waiting = [...Map.groupBy(shownNames(), (name) => name)];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      await keepPicture(files, pictures, next[0], next[1].length);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return pictures;
}
