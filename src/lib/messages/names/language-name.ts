import { runInLanguage, t } from '#lib/messages/t.ts';

/** @returns what a language is called in its own words */
export const languageName = (language: string): string =>
  runInLanguage(language, () => t('language.name'));
