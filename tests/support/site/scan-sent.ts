// Messages to members must contain no phone number, no exact place, and no text of members except titles and names.
// Every test that sends messages is checked.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { Services } from '#lib/server/platform/context.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { readMailFolder } from '#tests/support/browser/mail-folder.ts';
import { readEmail } from '#tests/support/nouns/emails.ts';

type Read = () => string[];

/** How to read what a test's servers have received. */
const servers: { emails: Read; texts: Read }[] = [];

/**
 * Registers a server that receives messages, for the check at the end of the test.
 * @param emails reads the raw emails
 * @param texts reads texts of pushes or SMS
 */
export const watchReceived = ({
  emails = () => [],
  texts = () => [],
}: Partial<Record<'emails' | 'texts', Read>>) => void servers.push({ emails, texts });

/** Only emails of notifications can be stopped; others concern an action of the member, or come from staff. */
const isOfNotification = (email: string): boolean => /^List-Unsubscribe:/im.test(email);

async function listSent({ config: { dataDir } }: Services): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = await readMailFolder(folder);
  const files = names.filter((name) => name.endsWith('.eml'));
  const own = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const watched = servers.splice(0);
  const emails = [...own, ...watched.flatMap((server) => server.emails())]
    .filter(isOfNotification)
    .map(readEmail);
  const texts = watched.flatMap((server) => server.texts());
  return [...texts, ...emails.flatMap(({ subject, text, html }) => [subject, text, html])];
}

// Shorter texts occur within other words.
const MIN_LENGTH = 6;

/** The texts of members except titles and names. */
async function listPrivate(db: Db): Promise<string[]> {
  const pickups = await db.selectFrom('appointments').select(['note', 'place', 'reason']).execute();
  const messages = await db.selectFrom('appointment_messages').select('content').execute();
  const comments = await db.selectFrom('comments').select('content').execute();
  const posts = await db.selectFrom('posts').select(['title', 'description']).execute();
  const members = await db
    .selectFrom('members')
    .select(['contact_phone', 'sign_in_phone'])
    .execute();
  const texts = [
    ...pickups.flatMap(({ note, place, reason }) => [note, place, reason]),
    ...[...messages, ...comments].map(({ content }) => content),
    ...posts.map(({ description }) => description),
    ...members.flatMap(({ contact_phone, sign_in_phone }) => [contact_phone, sign_in_phone]),
  ];
  const titles = posts.map(({ title }) => title);
  return texts.filter(
    (text): text is string =>
      text !== null && text.length >= MIN_LENGTH && !titles.some((title) => title.includes(text)),
  );
}

/** Expects no private text in the messages that a site has sent. */
export async function scanSent(services: Services): Promise<void> {
  const sent = await listSent(services);
  if (sent.length === 0) return;
  const found = (await listPrivate(services.db)).filter((text) =>
    sent.some((each) => each.includes(text)),
  );
  expect(found).toEqual([]);
}
