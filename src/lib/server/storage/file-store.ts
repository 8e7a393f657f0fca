import { SOCIAL_IMAGE } from '#lib/contract/images.ts';

/** A file as a store answers it. */
export interface StoredFile {
  /** bytes */
  size: number;
  /** media type */
  type: string;
  /** the content; a stream must be read or cancelled, since it may hold a connection */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A place for pictures and documents. A file is never changed under its key, so that it may be cached for ever. */
export interface FileStore {
  /**
   * Keeps a file; once this resolves the file survives a power cut.
   * @param type its media type, which must be what the key's ending says
   * @throws InvalidKeyError, StorageError
   */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** @returns the file, or null when there is none or the key is not one @throws StorageError */
  get(key: string): Promise<StoredFile | null>;
  /**
   * Removes one file, or a picture with all its sizes; what is gone already does no harm.
   * @param prefix a file's key, or a picture's
   * @throws InvalidKeyError, StorageError
   */
  remove(prefix: string): Promise<void>;
  /** @param prefix as for `remove`; without it, every file @throws InvalidKeyError, StorageError */
  list(prefix?: string): AsyncIterable<{ key: string; modified: Date }>;
}

/** A key that no file of ours can have: traversal, odd characters, or too long (check 5.3). */
export class InvalidKeyError extends Error {
  override name = 'InvalidKeyError';
}

/** The store itself failed: a full disk, or a bucket that is away (503). The cause says why. */
export class StorageError extends Error {
  override name = 'StorageError';
}

export const IMAGE_TYPE = 'image/webp';
export const DOCUMENT_TYPE = 'application/pdf';

// A picture's key as `createImageKey` makes it, below it one file a size, and a cover's `SHARED`; a document is one file.
const PICTURE_KEY = /^[\w-]{22}-\d{1,5}x\d{1,5}$/;
const PICTURE_FILE = /^[\w-]{22}-\d{1,5}x\d{1,5}\/(\d{1,5}\.webp|shared\.jpg)$/;
const DOCUMENT_FILE = /^[\w-]{22}\.pdf$/;

/** @returns whether this can be a stored file's key @param key `<picture>/<width>.webp`, or a document's */
export const isFileKey = (key: string): boolean =>
  PICTURE_FILE.test(key) || DOCUMENT_FILE.test(key);

/** @returns the media type of a file @param key as `isFileKey` takes it */
export function mediaTypeOf(key: string): string {
  if (key.endsWith('.pdf')) return DOCUMENT_TYPE;
  return key.endsWith(SOCIAL_IMAGE.file) ? SOCIAL_IMAGE.type : IMAGE_TYPE;
}

/** @returns what rows call the thing that a file belongs to: the picture's key, or the document's */
export const rootKeyOf = (key: string): string => key.split('/', 1)[0] ?? key;

/**
 * @param key of the file
 * @param type its media type
 * @throws InvalidKeyError when the key is not a file's, or the type not its ending's
 */
export function validateFileKey(key: string, type: string): void {
  if (!isFileKey(key) || type !== mediaTypeOf(key))
    throw new InvalidKeyError(`${JSON.stringify(key)} ${type}`);
}

/** @param prefix a file's key or a picture's @throws InvalidKeyError when it is neither */
export function validatePrefix(prefix: string): void {
  if (!isFileKey(prefix) && !PICTURE_KEY.test(prefix))
    throw new InvalidKeyError(JSON.stringify(prefix));
}

/** @returns what the keys below a checked prefix begin with; everything without one */
export const toListPrefix = (prefix?: string): string =>
  prefix === undefined || isFileKey(prefix) ? (prefix ?? '') : `${prefix}/`;
