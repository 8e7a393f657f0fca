import { SOURCE } from './codes.ts';

/**
 * @param address of a page, which is in the language of who opens it
 * @returns its address in a language, by which search engines find it; that of the source is the page's own
 */
export function addressIn(language: string, address: string): string {
  if (language === SOURCE) return address;
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}

/** @returns the addresses of a page in each language, and the one for everyone else; none where one language is offered */
export const alternates = (languages: string[], address: string) =>
  languages.length > 1
    ? [
        ...languages.map((language) => ({ language, href: addressIn(language, address) })),
        { language: 'x-default', href: address },
      ]
    : [];
