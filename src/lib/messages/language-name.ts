import { catalogues } from './catalogues.ts';

/** @returns what a language is called in itself */
export const languageName = (code: string): string => catalogues[code]?.['language.name'] ?? code;
