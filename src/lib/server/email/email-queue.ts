import type { Services } from '#lib/server/context.ts';
import type { Executor, EmailTable } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/new-id.ts';

import { MailRejectedError, MailUncertain } from './mailer.ts';
import { composeMail } from './open-mailer.ts';
import * as letters from './queries.ts';
import type { Email } from './templates.ts';

// Longer than a conversation with a mail server can last (mail-smtp.ts).
const LEASE_MS = 180_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 900_000;
const LANES = 4;

/**
 * Keeps a letter to be sent, in the transaction of what it tells of: it goes out if and only if that happened.
 * @param letter null when there is nobody to write to; a row is kept all the same, so that nobody can tell
 * @param lifetime how long it is worth sending, milliseconds
 */
export const enqueueEmail = (
  { secrets, now }: Services,
  tx: Executor,
  letter: Email | null,
  lifetime: number,
) =>
  letters.insertEmail(tx, {
    id: newId(),
    encrypted_payload: secrets.encrypt('mail', JSON.stringify(letter)),
    created_at: now(),
    run_at: now(),
    expires_at: now() + lifetime,
  });

/** Double the time between tries, up to a quarter of an hour. */
const pauseAfter = (tries: number) => Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);

/** Sends a claimed letter. @param until of the claim */
async function send(services: Services, row: EmailTable, until: number): Promise<void> {
  const { config, db, log, mailer, now, secrets } = services;
  const letter = JSON.parse(secrets.decrypt('mail', row.encrypted_payload)) as Email | null;
  if (!letter) return;
  const mail = await composeMail(
    letter,
    row.id,
    new URL(config.publicUrl).hostname,
    row.created_at,
  );
  await mailer.send(mail, async () => {
    if (!(await letters.markHanded(db, row.id, until, now())))
      throw new Error('The claim of a letter ended.');
  });
  log.info({ event: 'email_sent', letter: row.id, tries: row.attempts + 1 });
}

/**
 * Sends a letter once. What surely was not taken is put back; what may have been taken is not sent again
 * (docs/decisions/0011-emails.md). Who lost the claim meanwhile leaves the letter to whom it is now.
 */
async function deliver(services: Services, row: EmailTable, until: number): Promise<void> {
  const { db, log, now } = services;
  const tries = row.attempts + 1;
  try {
    if (row.sending_at !== null)
      throw new MailUncertain('The server stopped while it sent a letter.');
    if (row.expires_at <= now())
      throw new MailRejectedError('A letter could not be sent in its time.');
    await send(services, row, until);
  } catch (error) {
    const isOver = error instanceof MailRejectedError || error instanceof MailUncertain;
    log.error({ event: isOver ? 'email_dropped' : 'email_failed', letter: row.id, tries, error });
    if (!isOver)
      return void (await letters.rescheduleEmail(db, row.id, until, now() + pauseAfter(tries)));
  }
  await letters.deleteEmail(db, row.id, until);
}

/** Sends every letter that is due, a few at a time. */
export async function sendPendingEmails(services: Services): Promise<void> {
  for (;;) {
    const due = await letters.listPendingEmails(services.db, services.now(), LANES);
    if (due.length === 0) return;
    const until = services.now() + LEASE_MS;
    await Promise.all(
      due.map(async (row) => {
        if (await letters.claimEmail(services.db, row, until)) await deliver(services, row, until);
      }),
    );
  }
}
