import type { Executor } from '#lib/server/db/schema.ts';

import * as queries from './queries.ts';

/** What members are called in a note: two letters identify no member. */
const MIN_LENGTH = 3;

const hasAny = (note: string, names: (string | null)[]): boolean =>
  names.some(
    (name) => name !== null && name.length >= MIN_LENGTH && note.includes(name.toLowerCase()),
  );

/**
 * Clears what staff wrote on invitations about a member who is erased: on the one for them alone by which they joined,
 * on one for several that has a part of their name, and on any other that has their whole name, email or phone number.
 * @param tx the transaction of the erasure, before the member's rows are deleted
 * @param emails by which the member may be known
 */
export async function eraseNotesAbout(
  tx: Executor,
  memberId: string,
  emails: string[],
): Promise<void> {
  const member = await queries.findNames(tx, memberId);
  if (!member) return;
  const { first_name, last_name, contact_phone } = member;
  const isAbout = ({ note, max_uses, is_theirs }: queries.Note): boolean => {
    const text = note.toLowerCase();
    if (is_theirs && (max_uses === 1 || hasAny(text, [first_name, last_name]))) return true;
    return hasAny(text, [`${first_name} ${last_name}`, contact_phone, ...emails]);
  };
  const notes = await queries.listNotes(tx, memberId);
  await queries.clearNotes(
    tx,
    notes.filter(isAbout).map(({ id }) => id),
  );
}
