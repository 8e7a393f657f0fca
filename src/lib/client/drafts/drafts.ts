import { hasKeys, type Parser } from '#lib/client/http/response-shape.ts';
import { newId } from '#lib/client/uuid.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/** What every draft has: which content was sent with which key. */
interface SentKeys {
  sent: Record<string, string>;
}

/** The words of a post that is being written. */
export interface PostDraft extends SentKeys, PostInput {}

/** A report that is being written; sent twice, it is still one. */
export interface ReportDraft {
  text: string;
}

/** A comment that is being written. */
export interface CommentDraft extends SentKeys {
  text: string;
}

const parsers = {
  post: hasKeys<PostDraft>('title', 'description', 'sent'),
  comment: hasKeys<CommentDraft>('text', 'sent'),
  report: hasKeys<ReportDraft>('text'),
};

/** Which draft it is: a member's new post, or what they write about a post. */
export interface DraftId {
  accountId: string;
  /** e.g. `comment:<post id>`; a new post has no more to it */
  kind?: string;
}

const storageKey = ({ accountId, kind }: DraftId) =>
  kind ? `draft:${accountId}:${kind}` : `draft:${accountId}`;

function readStored<T>(slot: DraftId, reader: Parser<T>): T | null {
  try {
    return reader.parse(JSON.parse(sessionStorage.getItem(storageKey(slot)) ?? ''));
  } catch {
    return null;
  }
}

/**
 * What a member was writing when the page went away.
 * @param otherwise the words to begin with
 */
export const readDraft = (
  slot: DraftId,
  { title, description }: PostInput = { title: '', description: '' },
): PostDraft => readStored(slot, parsers.post) ?? { title, description, sent: {} };

/** The comment a member was writing when the page went away, or an empty one. */
export const readCommentDraft = (slot: DraftId): CommentDraft =>
  readStored(slot, parsers.comment) ?? { text: '', sent: {} };

/** The words of the report a member was writing when the page went away, or none. */
export const readReportDraft = (slot: DraftId): string =>
  readStored(slot, parsers.report)?.text ?? '';

/** Keeps a draft until it is sent or thrown away. */
export function saveDraft(slot: DraftId, draft: PostDraft | CommentDraft | ReportDraft): void {
  try {
    sessionStorage.setItem(storageKey(slot), JSON.stringify(draft));
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
export function idempotencyKeyFor<D extends SentKeys>(
  draft: D,
  content: string,
): { key: string; draft: D } {
  // Its own: an object has a `constructor` from the start.
  const known = Object.hasOwn(draft.sent, content) ? draft.sent[content] : undefined;
  const key = known ?? newId();
  return { key, draft: { ...draft, sent: { ...draft.sent, [content]: key } } };
}

/** Forgets a draft. */
export const clearDraft = (slot: DraftId): void => sessionStorage.removeItem(storageKey(slot));
