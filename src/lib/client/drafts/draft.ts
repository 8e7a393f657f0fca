// What members write before it is sent, as it is stored in IndexedDB.
import type { StoredImage } from '#lib/client/device/stored-images.ts';
import type { SentKeys } from '#lib/client/idempotency-keys.ts';
import type { PostInput, PostText } from '#lib/contract/forum/posts.ts';
import type { DraftFormContent } from '#lib/contract/library/draft-form.ts';

import type { ListingDraft } from './listing-draft.ts';
import type { PhotoDescriptions } from './post-form.ts';
import type { Purpose } from './purpose.ts';

/** The text of a post that is being written. */
export interface PostDraft extends SentKeys, PostInput {
  /** what was chosen at its head, if anything */
  purpose?: Purpose | undefined;
  /** what it offers, needs or serves, if anything; it stays while another purpose is chosen */
  listing?: ListingDraft | undefined;
  alts?: PhotoDescriptions | undefined;
}

/** The new text of a post, with the time of the text that it began from. */
export interface UpdateDraft extends SentKeys, PostText {
  /** chosen for a post that has no listing yet */
  purpose?: Purpose | undefined;
  listing?: ListingDraft | undefined;
  alts?: PhotoDescriptions | undefined;
}

/** An image of a post that is being written. */
export interface DraftImage {
  file: StoredImage;
  /** of the file as it was selected */
  fingerprint: string;
  isResized: boolean;
}

/** A report that is being written. */
interface ReportDraft {
  text: string;
}

/** A comment that is being written. */
export interface CommentDraft extends SentKeys {
  text: string;
}

/** A guide that staff write, as its form was at last. */
export interface GuideDraft {
  content: DraftFormContent;
  /** that it began from */
  version: number;
  /** the page on which it was written */
  page: string;
  /** whether a button has sent it: it may have arrived */
  isSubmitted: boolean;
}

/** What is typed into a plain form, by field; of a choice, by its value, too. */
export interface FormDraft {
  words: Record<string, string>;
}

/** What another app has shared, until it becomes part of a post. */
export interface SharedDraft {
  title: string;
  text: string;
  photos: StoredImage[];
}

/** What a kind of draft holds. */
export interface Drafts {
  /** of no account at first (shared.ts), then of the member who has opened it, until its photos are among the images */
  shared: SharedDraft;
  post: PostDraft;
  /** beside the text, which is written more often */
  images: DraftImage[];
  [update: `update:${string}`]: UpdateDraft;
  [comment: `comment:${string}`]: CommentDraft;
  [report: `report:${string}`]: ReportDraft;
  [guide: `guide:${string}`]: GuideDraft;
  [form: `form:${string}`]: FormDraft;
}
export type DraftKind = keyof Drafts;

/** Which draft of a member. */
export interface DraftId<K extends DraftKind = DraftKind> {
  accountId: string;
  /** e.g. `comment:<post id>` */
  kind: K;
}

/** A draft as it is stored. */
export interface DraftRecord<K extends DraftKind = DraftKind> extends DraftId<K> {
  /** milliseconds since 1970 */
  savedAt: number;
  draft: Drafts[K];
}

export const toRecord = <K extends DraftKind>(
  { accountId, kind }: DraftId<K>,
  draft: Drafts[K],
): DraftRecord<K> => ({ accountId, kind, draft, savedAt: Date.now() });
