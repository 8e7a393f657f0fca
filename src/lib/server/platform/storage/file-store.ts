import { buffer } from 'node:stream/consumers';

import { SOCIAL_IMAGE } from '#lib/contract/images.ts';

/** A stored file. */
export interface StoredFile {
  /** in bytes */
  size: number;
  /** the media type */
  type: string;
  /** a stream must be read or canceled, since it may hold a connection */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Reads a whole file. The HTTP adapter replaces `Response`, which could read it, with a class without `bytes`. */
export const readBytes = async ({ body }: StoredFile): Promise<Buffer> =>
  body instanceof Uint8Array ? Buffer.from(body) : buffer(body);

/** Stores images and documents. The file of a key never changes, so it can be cached forever. */
export interface FileStore {
  /**
   * Stores a file; once this resolves it survives a power cut.
   * @param type its media type, which must match the key's extension
   * @throws TypeError for an invalid key
   * @throws StorageError
   */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /**
   * @returns null for a missing file or an invalid key
   * @throws StorageError
   */
  get(key: string): Promise<StoredFile | null>;
  /**
   * Removes a file, or an image in all sizes; missing ones are ignored.
   * @param prefix a file's key, or an image's
   * @throws TypeError for an invalid key
   * @throws StorageError
   */
  remove(prefix: string): Promise<void>;
  /**
   * Lists every file.
   * @throws StorageError
   */
  list(): AsyncIterable<{ key: string; modified: Date }>;
}

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/** The store failed: a full disk, an unreachable bucket. */
export class StorageError extends Error {
  override name = 'StorageError';
  /** Whether nothing can be written: the disk is full or read-only, or the bucket is full. */
  readonly isFull: boolean;

  constructor(message: string, { isFull, ...options }: ErrorOptions & { isFull?: boolean } = {}) {
    super(message, options);
    const { code = '' } = (options.cause ?? {}) as NodeJS.ErrnoException;
    this.isFull = isFull ?? FULL_CODES.has(code);
  }
}

export const IMAGE_TYPE = 'image/webp';
export const DOCUMENT_TYPE = 'application/pdf';

// An image's key is a directory with one file per size, and for covers `SOCIAL_IMAGE`; a document is one file.
const IMAGE_KEY = /^[\w-]{22}-\d{1,5}x\d{1,5}$/;
const IMAGE_FILE = /^[\w-]{22}-\d{1,5}x\d{1,5}\/(\d{1,5}\.webp|shared\.jpg)$/;
const DOCUMENT_FILE = /^[\w-]{22}\.pdf$/;

/** Whether this can be a stored file's key: `<image>/<width>.webp`, or a document's. */
export const isFileKey = (key: string): boolean => IMAGE_FILE.test(key) || DOCUMENT_FILE.test(key);

/** @returns the media type of a valid file key */
export function mediaTypeOf(key: string): string {
  if (key.endsWith('.pdf')) return DOCUMENT_TYPE;
  return key.endsWith(SOCIAL_IMAGE.file) ? SOCIAL_IMAGE.type : IMAGE_TYPE;
}

/** @returns the key that rows contain: that of the image or document */
export const rootKeyOf = (key: string): string => key.split('/', 1)[0] ?? key;

/**
 * Validates a file's key, which has no path traversal (ASVS 5.3.2), and its media type.
 * @throws TypeError
 */
export function validateFileKey(key: string, type: string): void {
  if (!isFileKey(key) || type !== mediaTypeOf(key))
    throw new TypeError(`Invalid key ${JSON.stringify(key)} of ${type}`);
}

/**
 * Validates a file's or an image's key.
 * @throws TypeError
 */
export function validatePrefix(prefix: string): void {
  if (!isFileKey(prefix) && !IMAGE_KEY.test(prefix))
    throw new TypeError(`Invalid prefix ${JSON.stringify(prefix)}`);
}
