import { INVITATIONS_AN_HOUR } from '#lib/contract/people/imports.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import { listedEmail } from '#lib/server/people/applications/apply.ts';
import { createJoinLink, LINK_DAYS, LINK_MS } from '#lib/server/people/applications/confirm.ts';
import { insertApplication } from '#lib/server/people/applications/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { storedLanguage } from '#lib/server/platform/member-language.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import * as queries from './queries.ts';

const HOUR_MS = 3_600_000;

type Waiting = Awaited<ReturnType<typeof queries.listWaiting>>[number];

/** Queues an invitation: an application that staff have admitted in advance, whose link creates the account. */
async function invite(services: Services, tx: Executor, row: Waiting): Promise<void> {
  const { email, first_name, last_name, role, town, made_by } = row;
  // Staff have added the person since.
  if (email === null || row.known_id !== null) {
    await queries.deleteRow(tx, row.id);
    return;
  }
  const now = services.now();
  const { link, stored } = createJoinLink(services);
  const id = newId();
  await insertApplication(tx, {
    id,
    email,
    first_name,
    last_name,
    contact_phone: row.phone,
    role,
    town,
    about: '',
    language: row.language,
    terms_version: null,
    privacy_version: null,
    invitation_id: null,
    origin: 'invitation',
    status: 'admitted',
    ...stored,
    decided_by: made_by,
    decided_at: now,
    reason: null,
    member_id: null,
    created_at: now,
  });
  const to = { name: `${first_name} ${last_name}`, address: email };
  await runInLanguage(storedLanguage(row.language), () =>
    enqueueEmail(services, tx, listedEmail(to, link, LINK_DAYS), LINK_MS),
  );
  await queries.setSent(tx, row.id, now, id);
}

/**
 * Queues due invitations: 50 per hour for all imports together, so that mail servers do not take the site for a
 * spammer. Safe on several servers at once: a later one waits for the locked imports, and counts again.
 * @returns how many
 */
export const sendInvitations = async (services: Services): Promise<number> => {
  // Usually no one waits.
  if ((await queries.listWaitingBatches(services.db)).length === 0) return 0;
  return transact(services, { invalidates: [] }, async (tx) => {
    const batches = await queries.listWaitingBatches(tx);
    if (batches.length === 0) return 0;
    await lockRows(tx, 'import_batches', batches);
    const now = services.now();
    const sent = await queries.countSent(tx, now - HOUR_MS, now + HOUR_MS);
    const waiting = await queries.listWaiting(tx, batches, Math.max(0, INVITATIONS_AN_HOUR - sent));
    for (const row of waiting) await invite(services, tx, row);
    return waiting.length;
  });
};
