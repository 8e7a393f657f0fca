import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { createTransport } from 'nodemailer';

import { prepareDirectory, writeFileAtomically } from '#lib/server/storage/atomic-write.ts';

import type { Mailer } from './mailer.ts';

/** The line of the recipient, which nodemailer folds when it is long. */
const RECIPIENT = /^To: (?<to>.*(?:\r?\n[ \t].*)*)/im;

/** Deletes the emails to an address. One that another process deletes first is ignored. */
async function deleteEmailsTo(root: string, address: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const text = await readFile(join(root, name), 'utf8').catch(() => '');
    const to = RECIPIENT.exec(text)?.groups?.['to']?.toLowerCase() ?? '';
    if (to.includes(`<${address}>`) || to.trim() === address)
      await rm(join(root, name), { force: true });
  }
}

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
    forget: (address) => deleteEmailsTo(root, address),
  };
}
