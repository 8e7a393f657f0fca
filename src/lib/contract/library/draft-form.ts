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
  /** empty in a form without it: it stays as it is, and what it translates */
  language: string;
  /** empty for none */
  translation_of: string;
  /** empty for none */
  cover: string;
  blocks: DraftFormBlock[];
}

/** What the editor offers, each by its value in the form, and its name. */
export interface LanguageChoices {
  languages: [code: string, name: string][];
  /** what the guide may be a translation of */
  originals: [id: string, title: string][];
}

/** @returns what a form says of its language, as the API takes it */
export const languageInput = ({
  language,
  translation_of,
}: Pick<DraftFormContent, 'language' | 'translation_of'>) =>
  language ? { language, translation_of: translation_of || null } : {};

/**
 * What a draft was saved from when a button of the page sent it. A save of the same page that arrives later is none of
 * its own any more: it is older.
 * @param page of the editor
 */
export const sentFrom = (page: string): string => `${page} sent`;
