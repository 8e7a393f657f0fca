import type { Services } from '#lib/server/context.ts';
import type { EmailTable } from '#lib/server/db/schema.ts';
import { deleteEmailsById, listQueuedEmails } from '#lib/server/email/queries.ts';
import type { Email } from '#lib/server/email/templates.ts';

const BATCH = 200;

/** Whether a queued email goes to an address. One that was encrypted with another secret is never sent. */
function isTo({ secrets }: Services, row: Pick<EmailTable, 'encrypted_payload'>, address: string) {
  try {
    const email = JSON.parse(secrets.decrypt('email', row.encrypted_payload)) as Email | null;
    return email?.to.address === address;
  } catch {
    return false;
  }
}

/** Deletes the emails to an address that are queued, or that were written to the mail folder. */
export async function eraseEmails(services: Services, address: string): Promise<void> {
  const { db, mailer } = services;
  for (let after = ''; ;) {
    const rows = await listQueuedEmails(db, after, BATCH);
    const ids = rows.filter((row) => isTo(services, row, address)).map(({ id }) => id);
    if (ids.length > 0) await deleteEmailsById(db, ids);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) break;
  }
  await mailer.forget(address);
}
