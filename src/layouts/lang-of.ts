import { currentLanguage } from '#lib/messages/t.ts';

/** The attribute `lang` of a text, undefined if it is the page's language. */
export const langOf = (language: string): string | undefined =>
  language === currentLanguage() ? undefined : language;
