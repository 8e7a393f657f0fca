import { type EnglishLocale, intlLocales } from './t.ts';

/**
 * Makes a format of `Intl` for each language that it is used in.
 * @param english the locale of the format in English
 * @returns a function that returns the format of the request's language: dates, numbers, units, “2 days ago”
 */
export function formatOf<Format>(
  english: EnglishLocale,
  make: (locales: string | string[]) => Format,
): () => Format {
  const formats = new Map<string, Format>();
  return () => {
    const locales = intlLocales(english);
    const name = String(locales);
    let format = formats.get(name);
    if (!format) formats.set(name, (format = make(locales)));
    return format;
  };
}
