import { hasKeys, type Parser } from '#lib/client/http/response-shape.ts';
import { newId } from '#lib/client/new-id.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/** The idempotency key of each content that was sent. */
interface SentKeys {
  sent: Record<string, string>;
}

/** A post that is being written. */
export interface PostDraft extends SentKeys, PostInput {}

/** A report that is being written. */
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

/** Which draft of a member. */
export interface DraftId {
  accountId: string;
  /** e.g. `comment:<post id>`; none for a new post */
  kind?: string;
}

const storageKey = ({ accountId, kind }: DraftId) =>
  kind ? `draft:${accountId}:${kind}` : `draft:${accountId}`;

function readStored<T>(id: DraftId, parser: Parser<T>): T | null {
  try {
    return parser.parse(JSON.parse(sessionStorage.getItem(storageKey(id)) ?? ''));
  } catch {
    return null;
  }
}

/**
 * Reads the draft of a post.
 * @param initial the values when there is none
 */
export const readDraft = (
  id: DraftId,
  { title, description }: PostInput = { title: '', description: '' },
): PostDraft => readStored(id, parsers.post) ?? { title, description, sent: {} };

/** Reads the draft of a comment, or an empty one. */
export const readCommentDraft = (id: DraftId): CommentDraft =>
  readStored(id, parsers.comment) ?? { text: '', sent: {} };

/** Reads the draft of a report, or an empty text. */
export const readReportDraft = (id: DraftId): string => readStored(id, parsers.report)?.text ?? '';

/** Saves a draft until it is sent or discarded. */
export function saveDraft(id: DraftId, draft: PostDraft | CommentDraft | ReportDraft): void {
  try {
    sessionStorage.setItem(storageKey(id), JSON.stringify(draft));
  } catch {
    // With storage full or forbidden, only the copy is lost.
  }
}

/**
 * The idempotency key of a draft. The same content always has the same key, so that a retry is stored once.
 * @param content all that is sent, e.g. with the images' fingerprints
 * @returns the key, and the draft that remembers it
 */
export function idempotencyKeyFor<D extends SentKeys>(
  draft: D,
  content: string,
): { key: string; draft: D } {
  // `hasOwn`: 'constructor' may be the draft's text.
  const known = Object.hasOwn(draft.sent, content) ? draft.sent[content] : undefined;
  const key = known ?? newId();
  return { key, draft: { ...draft, sent: { ...draft.sent, [content]: key } } };
}

/** Deletes a draft. */
export const clearDraft = (id: DraftId): void => sessionStorage.removeItem(storageKey(id));
