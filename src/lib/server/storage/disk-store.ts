import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { dataDirError } from '#lib/server/config.ts';

import { prepareDirectory, writeFileAtomically } from './atomic-write.ts';
import {
  validateFileKey,
  validatePrefix,
  isFileKey,
  StorageError,
  mediaTypeOf,
} from './file-store.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { walk } from './walk.ts';

// Up to this many bytes a file is read at once; a larger one is streamed, so that slow readers cost little.
const WHOLE_BYTES = 64 * 1024;

/**
 * Keeps files in a folder of this machine, by the first two letters of their key in 4,096 shards.
 * @param folder made when missing; what a crash left unfinished in it is removed
 * @throws ConfigError when the folder cannot be used
 */
export function createDiskStore(folder: string): FileStore {
  const root = resolve(folder);
  const drafts = opened(root);
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async put(key, bytes, type) {
      validateFileKey(key, type);
      await writeFileAtomically(pathOf(key), bytes, { drafts, root }).catch(failed('write', key));
    },
    get: async (key) => (isFileKey(key) ? read(key, pathOf(key)).catch(failed('read', key)) : null),
    async remove(prefix) {
      validatePrefix(prefix);
      const gone = rm(pathOf(prefix), { recursive: true, force: true });
      await gone.catch(failed('remove', prefix));
    },
    list(prefix) {
      if (prefix !== undefined) validatePrefix(prefix);
      return walk(root, prefix);
    },
  };
}

const failed = (verb: string, what: string) => (cause: unknown) => {
  throw new StorageError(`The disk could not ${verb} ${what}.`, { cause });
};

function opened(root: string): string {
  try {
    return prepareDirectory(root);
  } catch (cause) {
    throw dataDirError(root, cause);
  }
}

async function read(key: string, file: string): Promise<StoredFile | null> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const body = size > WHOLE_BYTES ? stream(file) : await handle.readFile();
    return { size, type: mediaTypeOf(key), body };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Opens the file only when it is read: an answer without body, as to HEAD, holds nothing open. */
function stream(file: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = read64K(file);
  return new ReadableStream(
    {
      async pull(controller) {
        const { value } = await chunks.next();
        if (value) controller.enqueue(value);
        else controller.close();
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

async function* read64K(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  yield* createReadStream(file);
}
