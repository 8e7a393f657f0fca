// Apart from what the scripts of every page need.
import { SOURCE } from '#lib/messages/codes.ts';

/** Files in which the build combines small files that pages need offline, so that one request fetches them. */
export const OFFLINE_PACKS = {
  everyone: '/offline-files.json',
  members: '/offline-member-files.json',
  withDialogs: '/offline-member-and-dialog-files.json',
} as const;

/** The types of the packed files, by file name extension. */
export const PACKED_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The content of a pack: file contents by path. */
export type FilePack = Record<string, string>;

/**
 * @param path the path of a list or pack of files
 * @returns the path of the one for a language, since scripts differ by language
 */
export const inLanguage = (path: string, language: string): string =>
  language === SOURCE ? path : path.replace('.json', `.${language}.json`);
