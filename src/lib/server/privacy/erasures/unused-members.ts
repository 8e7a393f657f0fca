import type { Act } from '#lib/contract/people/audit-log.ts';
import { listActsOn } from '#lib/server/people/audit-log/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { deleteNamed, listNamed } from '#lib/server/privacy/personal-data/row-queries.ts';
import { PERSONAL_TABLES, type PersonalTable } from '#lib/server/privacy/personal-data/tables.ts';

import { insertDatabaseLeftover, insertErasedMembers } from './queries.ts';

/** What is there of a member whom staff added, before they or somebody for them used the account. */
const NOT_BY_USE = new Set<string>([
  'members',
  'import_rows',
  'stewardships',
  'desk_codes',
  'audit_log',
  // What all members get.
  'member_notifications',
  'inboxes',
  'deliveries',
  'sms_sends',
]);
const BEFORE_USE = new Set<Act>([
  'member.added',
  'member.steward_begun',
  'member.code_made',
  'member.contact_viewed',
]);

/**
 * Finds which of some members have used their account, or somebody for them: anything of theirs is there, or another's that
 * names them.
 * @param tx in which they are locked for a deletion
 */
export async function findUsed(tx: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const acts = await listActsOn(tx, ids);
  const used = new Set(
    acts.flatMap(({ act, member_id }) => (BEFORE_USE.has(act) ? [] : (member_id ?? []))),
  );
  for (const table of PERSONAL_TABLES)
    if (!NOT_BY_USE.has(table.table))
      for (const id of await listNamed(tx, table, ids)) used.add(id);
  return used;
}

const isDeleted = ({ table, erasure }: PersonalTable): boolean =>
  erasure === 'deleted' && table !== 'members';

/** Deletes members whose account was not used, with what the site wrote of them. No restore recreates them. */
export async function deleteUnused(tx: Executor, ids: string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await insertErasedMembers(
    tx,
    ids.map((member_id) => ({ member_id, erased_at: now })),
  );
  await insertDatabaseLeftover(tx);
  for (const table of PERSONAL_TABLES.filter(isDeleted)) await deleteNamed(tx, table, ids);
  await deleteNamed(tx, { table: 'members', names: ['id'] }, ids);
}
