// The drafts of members, as IndexedDB stores them.
import type { StoredImage } from '#lib/client/device/stored-images.ts';
import type { SentKeys } from '#lib/client/idempotency-keys.ts';
import type { PostInput, PostText } from '#lib/contract/forum/posts.ts';
import type { DraftFormContent } from '#lib/contract/library/draft-form.ts';

import type { ListingDraft } from './listing-draft.ts';
import type { PhotoDescriptions } from './post-form.ts';
import type { Purpose } from './purpose.ts';

/** The text of a new post. */
export interface PostDraft extends SentKeys, PostInput {
  /** the purpose that the member chose, if any */
  purpose?: Purpose | undefined;
  /** the listing, if any; it stays in the draft while another purpose is chosen */
  listing?: ListingDraft | undefined;
  alts?: PhotoDescriptions | undefined;
}

/** The new text of a post, with the time of the version that it began from. */
export interface UpdateDraft extends SentKeys, PostText {
  /** only for a post that has no listing yet */
  purpose?: Purpose | undefined;
  listing?: ListingDraft | undefined;
  alts?: PhotoDescriptions | undefined;
}

/** An image of a new post. */
export interface DraftImage {
  file: StoredImage;
  /** the fingerprint of the file as it was selected */
  fingerprint: string;
  isResized: boolean;
}

interface ReportDraft {
  text: string;
}

export interface CommentDraft extends SentKeys {
  text: string;
}

/** The last state of the form in which staff write a guide. */
export interface GuideDraft {
  content: DraftFormContent;
  /** the version that it began from */
  version: number;
  /** the page that has the form */
  page: string;
  /** whether a button has sent it: it may have arrived */
  isSubmitted: boolean;
}

/** The input of a plain form, by field; that of a choice, by its value, too. */
export interface FormDraft {
  words: Record<string, string>;
}

/** What another app has shared, until it becomes part of a post. */
export interface SharedDraft {
  title: string;
  text: string;
  photos: StoredImage[];
}

/** The content of each kind of draft. */
export interface Drafts {
  /**
   * belongs to no account at first (shared.ts), then to the member who opens it, until its photos are among the
   * images
   */
  shared: SharedDraft;
  post: PostDraft;
  /** apart from the text, which is written more often */
  images: DraftImage[];
  [update: `update:${string}`]: UpdateDraft;
  [comment: `comment:${string}`]: CommentDraft;
  [report: `report:${string}`]: ReportDraft;
  [guide: `guide:${string}`]: GuideDraft;
  [form: `form:${string}`]: FormDraft;
}
export type DraftKind = keyof Drafts;

/** Identifies a draft. */
export interface DraftId<K extends DraftKind = DraftKind> {
  accountId: string;
  /** e.g. `comment:<post id>` */
  kind: K;
}

/** A stored draft. */
export interface DraftRecord<K extends DraftKind = DraftKind> extends DraftId<K> {
  /** milliseconds since 1970 */
  savedAt: number;
  draft: Drafts[K];
}

export const toRecord = <K extends DraftKind>(
  { accountId, kind }: DraftId<K>,
  draft: Drafts[K],
): DraftRecord<K> => ({ accountId, kind, draft, savedAt: Date.now() });
