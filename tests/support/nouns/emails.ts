// The emails of a site under test.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { transact } from '#lib/server/platform/db/transact.ts';
import { sendPendingEmails } from '#lib/server/platform/email/email-worker.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { readMailFolder } from '#tests/support/browser/mail-folder.ts';
import type { Site } from '#tests/support/site/site.ts';

/**
 * Sends the pending emails.
 * @returns every email in the mail folder, oldest first
 */
export async function deliveredEmails({ services }: Site): Promise<string[]> {
  await sendPendingEmails(services);
  const folder = join(services.config.dataDir, 'mail');
  const names = await readMailFolder(folder);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}

/** @returns the code in the newest email */
export const codeIn = (emails: string[]): string =>
  /^(\d{8})\r?$/m.exec(emails.at(-1) ?? '')?.[1] ?? 'no code';

export const testEmail = (address = 'maria@glean.example', name = 'Maria Santos') => ({
  to: { name, address },
  subject: 'Straw',
  paragraphs: ['Hello', '*12345678*', 'Ends.'],
});

/**
 * Queues an email.
 * @param lifetime milliseconds
 */
export const enqueue = (site: Site, given = testEmail(), lifetime = 86_400_000) =>
  transact(site.services, { invalidates: [] }, (tx) =>
    enqueueEmail(site.services, tx, given, lifetime),
  );

/** @returns the number of pending emails */
export const pendingCount = async ({ services }: Site) =>
  (await services.db.selectFrom('emails').select('id').execute()).length;

/** @returns the Message-ID of an email */
export const messageId = (text = '') => /^Message-ID: (.*)\r$/im.exec(text)?.[1];
