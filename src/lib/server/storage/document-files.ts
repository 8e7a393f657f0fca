import { randomBytes } from 'node:crypto';

import { DOCUMENT_TYPE, type FileStore } from './file-store.ts';

/**
 * Stores a PDF under a new, unguessable key.
 * @returns the key
 * @throws StorageError
 */
export async function saveDocument(store: FileStore, bytes: Uint8Array): Promise<string> {
  const key = `${randomBytes(16).toString('base64url')}.pdf`;
  await store.put(key, bytes, DOCUMENT_TYPE);
  return key;
}
