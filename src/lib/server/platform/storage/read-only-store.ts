import { type FileStore, StorageError } from './file-store.ts';

const reject = (key: string): Promise<never> =>
  Promise.reject(new StorageError(`A rehearsal does not change ${key}.`));

/** A store that is only read: a rehearsal has the images of the site itself. */
export const readOnlyStore = (store: FileStore): FileStore => ({
  get: (key) => store.get(key),
  list: () => store.list(),
  put: reject,
  remove: reject,
});
