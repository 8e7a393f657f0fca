import { transact } from './database.ts';

/** All images of a member's posts that are not sent yet: small phones have little room. */
const MAX_BYTES = 25 * 1024 * 1024;

/** An image as it is stored: private sessions of WebKit refuse files. */
interface ImageBytes {
  buffer: ArrayBuffer;
  type: string;
  name: string;
}

/** An image of a post that is not sent yet; files themselves were stored up to version 0.2.0. */
export type StoredImage = ImageBytes | File;

export const toFile = (image: StoredImage): File =>
  image instanceof File ? image : new File([image.buffer], image.name, { type: image.type });

export async function toBytes(image: StoredImage): Promise<ImageBytes> {
  if (!(image instanceof File)) return image;
  const { type, name } = image;
  return { buffer: await image.arrayBuffer(), type, name };
}

interface WithImages {
  action: { images?: StoredImage[] };
}

const sizeOf = (images: StoredImage[]) =>
  images.reduce((sum, each) => sum + ('size' in each ? each.size : each.buffer.byteLength), 0);

/** @returns whether there is room for the images of one more post */
export async function hasRoomFor(accountId: string, images: StoredImage[]): Promise<boolean> {
  const waiting = await transact(['outbox'], 'readonly', (transaction): IDBRequest<WithImages[]> =>
    transaction.objectStore('outbox').index('accountId').getAll(accountId),
  );
  const stored = waiting.flatMap(({ action }) => action.images ?? []);
  return sizeOf(stored) + sizeOf(images) <= MAX_BYTES;
}

let isRequested = false;

/** Requests once that the browser does not delete what is stored when its disk is full. */
export function requestPersistence(): void {
  if (isRequested) return;
  isRequested = true;
  // Without https there is no `storage`.
  const { storage } = navigator as { storage?: StorageManager };
  void storage
    ?.persisted()
    .then((isPersisted) => isPersisted || storage.persist())
    .catch(() => null);
}
