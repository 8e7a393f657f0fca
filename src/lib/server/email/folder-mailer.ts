import { join, resolve } from 'node:path';

import { prepareDirectory, writeFileAtomically } from '#lib/server/storage/atomic-write.ts';

import type { Mailer } from './mailer.ts';

/**
 * Writes letters as files that any mail program opens. A letter written twice is the same file.
 * @param folder made when the first letter comes
 */
export function createFolderMailer(folder: string): Mailer {
  const root = resolve(folder);
  return {
    async send({ id, bytes }) {
      await writeFileAtomically(join(root, `${id}.eml`), bytes, {
        drafts: prepareDirectory(root),
        root,
      });
    },
  };
}
