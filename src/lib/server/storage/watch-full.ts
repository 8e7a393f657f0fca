import { type FileStore, StorageError } from './file-store.ts';

/**
 * Watches whether a store takes files.
 * @param onPut called after each that was stored, and each that was rejected because the store is full
 * @returns the store to use
 */
export const watchFull = (store: FileStore, onPut: (isFull: boolean) => void): FileStore => ({
  ...store,
  async put(...file) {
    try {
      await store.put(...file);
      onPut(false);
    } catch (error) {
      if (error instanceof StorageError && error.isFull) onPut(true);
      throw error;
    }
  },
});
