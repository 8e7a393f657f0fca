// Apart from what every page's scripts need.
import { SOURCE } from '#lib/messages/codes.ts';

/** Where the build puts the contents of small files that pages need offline, so that they come in one request. */
export const OFFLINE_PACKS = {
  everyone: '/offline-files.json',
  members: '/offline-member-files.json',
  withDialogs: '/offline-member-and-dialog-files.json',
} as const;

/** Which files are in them, by how their names end, and what they are. */
export const PACKED_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The content of such a file: texts by their paths. */
export type FilePack = Record<string, string>;

/**
 * @param path of a list of files, or of their contents
 * @returns that of pages in a language, whose scripts are others
 */
export const inLanguage = (path: string, language: string): string =>
  language === SOURCE ? path : path.replace('.json', `.${language}.json`);
