import type { Act } from '#lib/contract/people/audit-log.ts';
import { listActsOn } from '#lib/server/people/audit-log/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { deleteNamed, listNamed } from '#lib/server/privacy/personal-data/row-queries.ts';
import { PERSONAL_TABLES, type PersonalTable } from '#lib/server/privacy/personal-data/tables.ts';

import { insertDatabaseLeftover, insertErasedMembers } from './queries.ts';

/** The tables that have rows of a member whom staff added before anyone used the account. */
const NOT_BY_USE = new Set<string>([
  'members',
  'import_rows',
  'stewardships',
  'desk_codes',
  'audit_log',
  // Every member gets these.
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
 * Finds members who have used their account, or for whom someone has: other rows belong to them or name them.
 * @param tx the transaction in which the members are locked for deletion
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

/** Deletes members with unused accounts, and the site's texts about them. No restore brings them back. */
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
