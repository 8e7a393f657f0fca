import type { PostInput } from '#lib/contract/posts.ts';

import { having, type Reader } from './answers.ts';
import { newId } from './ids.ts';

/** What every draft has: the id that makes its sending repeatable. */
interface Keyed {
  key: string;
}

/** The words of a post that is being written. */
export interface Draft extends Keyed, PostInput {}

/** A comment or a report that is being written. */
export interface TextDraft extends Keyed {
  text: string;
}

const readers = {
  post: having<Draft>('title', 'description', 'key'),
  text: having<TextDraft>('text', 'key'),
};

/** Which draft it is: a member's new post, or what they write about a post. */
export interface Slot {
  accountId: string;
  /** e.g. `comment:<post id>`; a new post has no more to it */
  what?: string;
}

const nameOf = ({ accountId, what }: Slot) =>
  what ? `draft:${accountId}:${what}` : `draft:${accountId}`;

function read<T>(slot: Slot, reader: Reader<T>): T | null {
  try {
    return reader.parse(JSON.parse(sessionStorage.getItem(nameOf(slot)) ?? ''));
  } catch {
    return null;
  }
}

/**
 * What a member was writing when the page went away.
 * @param otherwise the words to begin with
 */
export const readDraft = (
  slot: Slot,
  { title, description }: PostInput = { title: '', description: '' },
): Draft => read(slot, readers.post) ?? { title, description, key: newId() };

/** The comment or report a member was writing when the page went away, or an empty one. */
export const readText = (slot: Slot): TextDraft =>
  read(slot, readers.text) ?? { text: '', key: newId() };

/** Keeps a draft until it is sent or thrown away. */
export function keepDraft(slot: Slot, draft: Draft | TextDraft): void {
  try {
    sessionStorage.setItem(nameOf(slot), JSON.stringify(draft));
  } catch {
    // Storage that is full or forbidden costs the safety net, not what is written.
  }
}

/** Forgets a draft. */
export const dropDraft = (slot: Slot): void => sessionStorage.removeItem(nameOf(slot));
