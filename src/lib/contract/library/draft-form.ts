// Apart from the schemas of drafts: the guide editor needs these types without Zod.
/** A part of a guide in the page's form, not validated yet. */
export interface DraftFormBlock {
  type: string;
  content: string;
  /** the alt text of an image */
  alt: string;
}

/** A guide in the page's form, before it is validated. */
export interface DraftFormContent {
  title: string;
  /** empty in a form without the field: language and original then stay unchanged */
  language: string;
  /** empty for none */
  translation_of: string;
  /** empty for none */
  cover: string;
  blocks: DraftFormBlock[];
}

/** The options of the editor, each with its value and its name. */
export interface LanguageChoices {
  languages: [code: string, name: string][];
  /** the guides that this one may translate */
  originals: [id: string, title: string][];
}

/** @returns the language fields of a form, as the API takes them */
export const languageInput = ({
  language,
  translation_of,
}: Pick<DraftFormContent, 'language' | 'translation_of'>) =>
  language ? { language, translation_of: translation_of || null } : {};

/**
 * The id of the editor page, from which a button submitted the draft. A save of the same page that arrives later has
 * another id: it is older.
 * @param page the id of the editor page
 */
export const sentFrom = (page: string): string => `${page} sent`;
