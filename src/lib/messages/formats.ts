import { currentLanguage, type EnglishLocale, intlLocales } from './t.ts';

/** Makes something once for each language: it is the same for each request. */
export function onceForLanguage<Made>(make: () => Made): () => Made {
  const all = new Map<string, Made>();
  return () => {
    const language = currentLanguage();
    let made = all.get(language);
    if (!made) all.set(language, (made = make()));
    return made;
  };
}

/**
 * Makes a format of `Intl` for each language that it is used in.
 * @param english the locale of the format in English
 * @returns a function that returns the format of the request's language: dates, numbers, units, “2 days ago”
 */
export const formatOf = <Format>(
  english: EnglishLocale,
  make: (locales: string | string[]) => Format,
): (() => Format) => onceForLanguage(() => make(intlLocales(english)));
