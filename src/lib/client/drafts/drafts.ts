import { having, type Reader } from '#lib/client/http/response-shape.ts';
import { newId } from '#lib/client/uuid.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/** What every draft has: which content was sent with which key. */
interface Sent {
  sent: Record<string, string>;
}

/** The words of a post that is being written. */
export interface Draft extends Sent, PostInput {}

/** A report that is being written; sent twice, it is still one. */
export interface ReportDraft {
  text: string;
}

/** A comment that is being written. */
export interface CommentDraft extends Sent {
  text: string;
}

const readers = {
  post: having<Draft>('title', 'description', 'sent'),
  comment: having<CommentDraft>('text', 'sent'),
  report: having<ReportDraft>('text'),
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
): Draft => read(slot, readers.post) ?? { title, description, sent: {} };

/** The comment a member was writing when the page went away, or an empty one. */
export const readComment = (slot: Slot): CommentDraft =>
  read(slot, readers.comment) ?? { text: '', sent: {} };

/** The words of the report a member was writing when the page went away, or none. */
export const readReport = (slot: Slot): string => read(slot, readers.report)?.text ?? '';

/** Keeps a draft until it is sent or thrown away. */
export function keepDraft(slot: Slot, draft: Draft | CommentDraft | ReportDraft): void {
  try {
    sessionStorage.setItem(nameOf(slot), JSON.stringify(draft));
  } catch {
    // Storage that is full or forbidden costs the safety net, not what is written.
  }
}

/**
 * The key to send a draft with. The same content always has the same one, so that it is published once however often
 * its answer is lost; other content has another, so that the server does not take it for what it may have already.
 * @param content whatever is sent of the draft, e.g. with its pictures
 * @returns the key, and the draft that remembers it
 */
export function keyFor<D extends Sent>(draft: D, content: string): { key: string; draft: D } {
  // Its own: an object has a `constructor` from the start.
  const known = Object.hasOwn(draft.sent, content) ? draft.sent[content] : undefined;
  const key = known ?? newId();
  return { key, draft: { ...draft, sent: { ...draft.sent, [content]: key } } };
}

/** Forgets a draft. */
export const dropDraft = (slot: Slot): void => sessionStorage.removeItem(nameOf(slot));
