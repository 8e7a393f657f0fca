import { join, resolve } from 'node:path';

import { createTransport } from 'nodemailer';

import { prepareDirectory, writeFileAtomically } from '#lib/server/storage/atomic-write.ts';

import type { Mailer } from './mailer.ts';

/**
 * Writes emails to files that any mail program opens. A second attempt writes the same file.
 * @param folder created with the first email
 */
export function createFolderMailer(folder: string): Mailer {
  const root = resolve(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(message);
      const directories = { tmpDir: await prepareDirectory(root), root };
      await writeFileAtomically(join(root, `${message.id}.eml`), bytes as Buffer, directories);
    },
    verify: () => Promise.resolve(),
  };
}
