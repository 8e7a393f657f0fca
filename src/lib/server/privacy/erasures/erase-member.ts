import { setImmediate as nextTurn } from 'node:timers/promises';

import { eraseAppointmentsOf } from '#lib/server/exchange/appointments/queries.ts';
import { mergeSearchIndex } from '#lib/server/forum/search/service.ts';
import { parseTerms } from '#lib/server/forum/text-search/search-words.ts';
import { deleteUnusedTerms } from '#lib/server/forum/text-search/term-queries.ts';
import { eraseModerationOf, listPostTexts } from '#lib/server/moderation/quarantine-queries.ts';
import { listNotifiedBy } from '#lib/server/notifications/delivery-queries.ts';
import { refreshInboxes } from '#lib/server/notifications/inbox/queries.ts';
import { forgetInKeys } from '#lib/server/notifications/who-of-stewards.ts';
import { deleteUnusedByEmail } from '#lib/server/people/applications/queries.ts';
import { eraseFromAuditLog, recordAct } from '#lib/server/people/audit-log/service.ts';
import { hideMember } from '#lib/server/people/deletions/service.ts';
import { eraseNotesAbout } from '#lib/server/people/invitations/service.ts';
import { endIn } from '#lib/server/people/stewards/service.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { vacuumFile } from '#lib/server/platform/db/maintenance.ts';
import type { DeliveryTable, Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { deleteDeliveries, listQueuedEmails } from '#lib/server/platform/deliveries/queries.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import {
  clearMention,
  deleteSomeRowsOf,
  insertFileLeftovers,
} from '#lib/server/privacy/personal-data/row-queries.ts';
import {
  MENTIONS,
  PERSONAL_TABLES,
  type PersonalTable,
} from '#lib/server/privacy/personal-data/tables.ts';

import * as queries from './queries.ts';

const FILES_BATCH = 100;
const ZIP = '.zip';

/** Clears the text of deleted rows from SQLite's file. PostgreSQL cleans its files by itself. */
async function cleanDatabase(services: Services): Promise<void> {
  const { config, dialect, log } = services;
  if (dialect !== 'sqlite') return;
  await mergeSearchIndex(services);
  const isClean = await vacuumFile(config.databaseUrl);
  if (!isClean) log.warn({ event: 'vacuum_skipped' });
}

async function removeLeftover(services: Services, key: string): Promise<void> {
  if (key === queries.DATABASE_FILE) await cleanDatabase(services);
  else if (key.endsWith(ZIP)) await services.exportFiles.remove(key);
  else await services.files.remove(key);
}

/**
 * Removes leftovers of erased members outside of the rows: files, and deleted text in the database file. Whatever
 * fails is retried by the next run.
 */
export async function removeLeftovers(services: Services): Promise<void> {
  const { db, log } = services;
  const keys = await queries.listLeftovers(db, FILES_BATCH);
  let removed = 0;
  for (const key of keys)
    try {
      await removeLeftover(services, key);
      await queries.deleteLeftover(db, key);
      removed += 1;
    } catch (error) {
      log.warn({ event: 'leftover_not_removed', error });
    }
  if (keys.length === FILES_BATCH && removed === FILES_BATCH) await removeLeftovers(services);
}

const EMAILS_BATCH = 200;

/** Whether a queued email goes to an address. An email encrypted with another secret is never sent. */
function isTo(
  { secrets }: Services,
  row: Pick<DeliveryTable, 'encrypted_payload'>,
  address: string,
) {
  try {
    const email = JSON.parse(secrets.decrypt('email', row.encrypted_payload ?? '')) as Email | null;
    return email?.to.address === address;
  } catch {
    return false;
  }
}

/** Deletes queued emails to an address, and those in the mail folder. */
async function eraseEmails(services: Services, address: string): Promise<void> {
  const { db, mailer } = services;
  for (let after = ''; ;) {
    const rows = await listQueuedEmails(db, after, EMAILS_BATCH);
    const ids = rows.filter((row) => isTo(services, row, address)).map(({ id }) => id);
    if (ids.length > 0) await deleteDeliveries(db, ids);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < EMAILS_BATCH) break;
  }
  await mailer.forget(address);
}

const ROWS_BATCH = 200;

/** The search terms of a member's posts. */
async function listTerms(tx: Executor, memberId: string): Promise<string[]> {
  const removed = await listPostTexts(tx, memberId);
  const terms = new Set<string>(removed.flatMap(parseTerms));
  for (let after: string | null = null; ;) {
    const posts = await queries.listPostTexts(tx, memberId, after, ROWS_BATCH);
    for (const { title, description } of posts)
      for (const term of parseTerms(`${title} ${description}`)) terms.add(term);
    after = posts.at(-1)?.id ?? null;
    if (posts.length < ROWS_BATCH) return [...terms].toSorted();
  }
}

const isMembers = ({ table }: Pick<PersonalTable, 'table'>): boolean => table === 'members';

/** Deletes from `members` last: rows that still refer to the member would then cause an error. */
async function deleteRows(tx: Executor, memberId: string): Promise<void> {
  const tables = PERSONAL_TABLES.filter(({ erasure }) => erasure === 'deleted');
  const sorted = tables.toSorted((a, b) => Number(isMembers(a)) - Number(isMembers(b)));
  // Lets requests run in between: SQLite's queries run in this process.
  for (const table of sorted)
    while (await deleteSomeRowsOf(tx, table, memberId, ROWS_BATCH)) await nextTurn();
}

/**
 * Erases a member with everything that is theirs, in one transaction. Only the id stays, so that no restore brings
 * them back. Counters do not include disabled members; for an enabled one, they must be recounted.
 * @param erasedAt milliseconds since 1970
 */
export async function eraseRows(tx: Executor, memberId: string, erasedAt: number): Promise<void> {
  const readers = await listNotifiedBy(tx, memberId);
  const terms = await listTerms(tx, memberId);
  await queries.insertErasedMembers(tx, [{ member_id: memberId, erased_at: erasedAt }]);
  await queries.insertDatabaseLeftover(tx);
  for (const table of PERSONAL_TABLES) await insertFileLeftovers(tx, table, memberId);
  readers.push(...(await queries.deleteNotificationsAbout(tx, memberId)));
  await forgetInKeys(tx, memberId);
  await eraseAppointmentsOf(tx, memberId);
  await eraseFromAuditLog(tx, memberId);
  await eraseModerationOf(tx, memberId);
  const emails = await queries.listEmails(tx, memberId);
  await eraseNotesAbout(tx, memberId, emails);
  for (const email of emails) await deleteUnusedByEmail(tx, email);
  for (const mention of MENTIONS) await clearMention(tx, mention, memberId);
  await deleteRows(tx, memberId);
  await deleteUnusedTerms(tx, terms);
  await refreshInboxes(tx, readers);
}

const BATCH = 20;

const recordErasure = (tx: Executor, memberId: string): Promise<void> =>
  recordAct(tx, {
    actorId: null,
    act: 'member.erased',
    targetType: 'member',
    targetId: memberId,
  });

/** When to erase a member: in any case, or only if the deletion is due and was not canceled. */
type When = 'now' | 'when due';

/**
 * Erases a member. Everything outside of the database is erased before the transaction, or recorded in it for a job:
 * whenever the process dies, the member is either unchanged or gone.
 * @returns false when the member is gone, or no longer due
 */
async function erase(services: Services, memberId: string, when: When): Promise<boolean> {
  const { db, limits, now, log } = services;
  const member = await queries.findErasable(db, memberId);
  if (!member) return false;
  if (member.email !== null) await eraseEmails(services, member.email);
  await limits.forget(memberId);
  const isErased = await transact(services, { invalidates: ['posts'] }, async (tx) => {
    const current = await queries.findErasable(tx, memberId);
    if (!current) return false;
    if (when === 'when due' && (current.erase_at === null || current.erase_at > now()))
      return false;
    // Counters and open pickups were already updated when the deletion was requested.
    if (current.disabled_at === null || when === 'now')
      await hideMember(services, tx, memberId, current.disabled_at ?? now());
    await endIn(services, tx, { actorId: memberId, personId: memberId }, true);
    await eraseRows(tx, memberId, now());
    if (when === 'now') await recordErasure(tx, memberId);
    return true;
  });
  if (isErased) log.info({ event: 'member_erased', member: memberId });
  return isErased;
}

/** Erases a member at once, for operators. */
export async function eraseMember(services: Services, memberId: string): Promise<void> {
  await erase(services, memberId, 'now');
  await removeLeftovers(services);
}

/** Erases the members who requested it 14 days ago, with their leftovers. Failures are retried. */
export async function eraseDueMembers(services: Services): Promise<void> {
  const { db, now, log } = services;
  for (const id of await queries.listDueDeletions(db, now(), BATCH))
    await erase(services, id, 'when due').catch((error: unknown) =>
      log.error({ event: 'erasure_failed', member: id, error }),
    );
  await removeLeftovers(services);
}
