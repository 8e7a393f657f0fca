// Apart from the schemas of drafts: the guide editor needs this without Zod.
/** A part of a guide in the form of its page; it may be anything. */
export interface DraftFormBlock {
  type: string;
  content: string;
  /** of an image */
  alt: string;
}

/** A guide in the form of its page, before it is validated. */
export interface DraftFormContent {
  title: string;
  /** empty for none */
  cover: string;
  blocks: DraftFormBlock[];
}

/**
 * What a draft was saved from when a button of the page sent it. A save of the same page that arrives later is none of
 * its own any more: it is older.
 * @param page of the editor
 */
export const sentFrom = (page: string): string => `${page} sent`;
