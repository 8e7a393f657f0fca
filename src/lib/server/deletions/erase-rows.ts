import { setImmediate as nextTurn } from 'node:timers/promises';

import { deleteUnusedByEmail } from '#lib/server/applications/queries.ts';
import { eraseFromAuditLog } from '#lib/server/audit-log/service.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { eraseNotesAbout } from '#lib/server/invitations/erase-notes.ts';
import { eraseModerationOf, listPostTexts } from '#lib/server/moderation/erase-queries.ts';
import { incrementVersions } from '#lib/server/notifications/version-queries.ts';
import {
  clearMention,
  deleteSomeRowsOf,
  insertFileLeftovers,
} from '#lib/server/personal-data/row-queries.ts';
import { MENTIONS, PERSONAL_TABLES, type PersonalTable } from '#lib/server/personal-data/tables.ts';
import { erasePickupsOf } from '#lib/server/pickups/erase-queries.ts';
import { parseTerms } from '#lib/server/search/search-words.ts';
import { deleteUnusedTerms } from '#lib/server/search/term-queries.ts';

import * as queries from './erase-queries.ts';

const BATCH = 200;

/** The words of a member's posts, as search knows them. */
async function listTerms(tx: Executor, memberId: string): Promise<string[]> {
  const removed = await listPostTexts(tx, memberId);
  const terms = new Set<string>(removed.flatMap(parseTerms));
  for (let after: string | null = null; ;) {
    const posts = await queries.listPostTexts(tx, memberId, after, BATCH);
    for (const { title, description } of posts)
      for (const term of parseTerms(`${title} ${description}`)) terms.add(term);
    after = posts.at(-1)?.id ?? null;
    if (posts.length < BATCH) return [...terms].toSorted();
  }
}

const isMembers = ({ table }: Pick<PersonalTable, 'table'>): boolean => table === 'members';

/** Members come last: what names one and is not deleted by then would be an error. */
async function deleteRows(tx: Executor, memberId: string): Promise<void> {
  const tables = PERSONAL_TABLES.filter(({ erasure }) => erasure === 'deleted');
  const sorted = tables.toSorted((a, b) => Number(isMembers(a)) - Number(isMembers(b)));
  // Requests come in between: SQLite's queries run in this process.
  for (const table of sorted)
    while (await deleteSomeRowsOf(tx, table, memberId, BATCH)) await nextTurn();
}

/** Lets browsers see that notifications are gone. */
async function notifyReaders(tx: Executor, readers: string[]): Promise<void> {
  for (let start = 0; start < readers.length; start += BATCH)
    await incrementVersions(
      tx,
      readers
        .slice(start, start + BATCH)
        .map((id) => ({ audience: 'member' as const, audience_member_id: id })),
    );
}

/**
 * Erases a member with all that is theirs, in one transaction: only the id stays, so that no restore recreates them.
 * Counters of others do not count a disabled member; for another one they must be recounted.
 * @param tx the transaction
 * @param erasedAt milliseconds since 1970
 */
export async function eraseRows(tx: Executor, memberId: string, erasedAt: number): Promise<void> {
  const readers = await queries.listReaders(tx, memberId);
  const terms = await listTerms(tx, memberId);
  await queries.insertErasedMembers(tx, [{ member_id: memberId, erased_at: erasedAt }]);
  await queries.insertDatabaseLeftover(tx);
  for (const table of PERSONAL_TABLES) await insertFileLeftovers(tx, table, memberId);
  await queries.deleteNotificationsAbout(tx, memberId);
  await erasePickupsOf(tx, memberId);
  await eraseFromAuditLog(tx, memberId);
  await eraseModerationOf(tx, memberId);
  const emails = await queries.listEmails(tx, memberId);
  await eraseNotesAbout(tx, memberId, emails);
  for (const email of emails) await deleteUnusedByEmail(tx, email);
  for (const mention of MENTIONS) await clearMention(tx, mention, memberId);
  await deleteRows(tx, memberId);
  await deleteUnusedTerms(tx, terms);
  await notifyReaders(tx, readers);
}
