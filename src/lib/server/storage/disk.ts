import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { writeDurably } from './durable.ts';
import { checkFile, checkPrefix, isFileKey, STORED_TYPE, StorageFailed } from './store.ts';
import type { FileStore, StoredFile } from './store.ts';

// The unfinished files' folder: no key can name it.
const DRAFTS = '.drafts';

// A draft this old was left by a crash; a younger one may be another process's, at work.
const ABANDONED_MS = 10 * 60_000;

// Up to this many bytes a file is read at once; a larger one is streamed, so that slow readers cost little.
const WHOLE_BYTES = 64 * 1024;

/**
 * Keeps files in a folder of this machine, by the first two letters of their key in 4,096 shards.
 * @param folder made when missing; what a crash left unfinished in it is removed
 * @throws StorageFailed when the folder cannot be used
 */
export function diskStore(folder: string): FileStore {
  const root = resolve(folder);
  const draft = join(root, DRAFTS);
  prepare(draft);
  const pathOf = (key: string) => join(root, key.slice(0, 2), key);
  return {
    async put(key, bytes, type) {
      checkFile(key, type);
      await reporting(`write ${key}`, () => writeDurably(pathOf(key), bytes, { draft, root }));
    },
    get: async (key) => (isFileKey(key) ? reporting(`read ${key}`, () => read(pathOf(key))) : null),
    async remove(prefix) {
      checkPrefix(prefix);
      await reporting(`remove ${prefix}`, () => rm(pathOf(prefix), { recursive: true, force: true }));
    },
    list(prefix) {
      if (prefix !== undefined) checkPrefix(prefix);
      return walk(root, prefix);
    },
  };
}
