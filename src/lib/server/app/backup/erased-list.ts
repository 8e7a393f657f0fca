import * as z from 'zod/mini';

import type { ErasedMemberTable, Executor } from '#lib/server/platform/db/schema.ts';

import { BackupError, type BackupPlace } from './backup-place.ts';
import { listErasedMembers } from './queries.ts';

/** Beside the backups, not in them: restoring an older backup must not bring an erased member back. */
const FILE = 'erased-members.json';
const List = z.array(z.object({ member_id: z.uuid(), erased_at: z.number() }));

/** @returns one row per member */
export const mergeErased = (...lists: ErasedMemberTable[][]): ErasedMemberTable[] => [
  ...new Map(lists.flat().map((row) => [row.member_id, row])).values(),
];

/**
 * Reads the list of erased members that is stored beside the backups.
 * @throws BackupError when the list is damaged
 */
export async function readErasedMembers(place: BackupPlace): Promise<ErasedMemberTable[]> {
  const text = await place.readText(FILE);
  if (text === null) return [];
  try {
    return z.parse(List, JSON.parse(text));
  } catch (cause) {
    throw new BackupError(
      `${FILE} in ${place.label} is damaged: replace it by a copy, or delete it and erase again whom you erased.`,
      { cause },
    );
  }
}

/** Writes the ids of erased members to the file beside the backups. */
export async function storeErasedMembers(db: Executor, place: BackupPlace): Promise<void> {
  const erased = await listErasedMembers(db);
  if (erased.length === 0) return;
  const stored = await readErasedMembers(place);
  const all = mergeErased(stored, erased);
  if (all.length > stored.length) await place.writeText(FILE, `${JSON.stringify(all)}\n`);
}
