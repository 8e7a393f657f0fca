import type { StoredFile } from './file-store.ts';

/** Stores members' copies of their data: apart from images, which are served to everybody and are in the backups. */
export interface ExportStore {
  /**
   * Stores a zip, which exists whole or not at all.
   * @param write writes it to a path; when it throws, nothing is stored
   * @returns its size in bytes
   * @throws TypeError for an invalid key
   * @throws StorageError
   */
  save(key: string, write: (path: string) => Promise<void>): Promise<number>;
  /**
   * @returns null for a missing zip or an invalid key
   * @throws StorageError
   */
  get(key: string): Promise<StoredFile | null>;
  /** Removes a zip; a missing one is ignored. @throws StorageError */
  remove(key: string): Promise<void>;
  /** Lists every zip. @throws StorageError */
  list(): AsyncIterable<{ key: string; modified: Date }>;
}

/** The media type of an export. */
export const EXPORT_TYPE = 'application/zip';

const EXPORT_KEY = /^[\w-]{22}\.zip$/;

/** Whether this can be an export's key, without a path traversal (ASVS 5.3.2). */
export const isExportKey = (key: string): boolean => EXPORT_KEY.test(key);

/** @throws TypeError for what is no export's key */
export function validateExportKey(key: string): void {
  if (!isExportKey(key)) throw new TypeError(`Invalid key ${JSON.stringify(key)}`);
}
