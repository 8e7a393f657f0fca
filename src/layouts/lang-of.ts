import { currentLanguage } from '#lib/messages/t.ts';

/** @returns the attribute `lang` of what is written in a language: none where it is the page's */
export const langOf = (language: string): string | undefined =>
  language === currentLanguage() ? undefined : language;
