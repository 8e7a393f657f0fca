/** What photos show, by the fingerprint of a selected one and the URL of a stored one. */
export type PhotoDescriptions = Record<string, string>;

/** @returns what photos show, in the order of their keys; empty for one that is not described */
export const altsOf = (descriptions: PhotoDescriptions | undefined, keys: string[]): string[] =>
  keys.map((key) => descriptions?.[key]?.trim() ?? '');

/** @returns the field of a post's form, or null when no photo is described */
export const altsField = (alts: string[]): string | null =>
  alts.some(Boolean) ? JSON.stringify(alts) : null;

/** @returns what photos show, by their keys. @param alts in the order of the keys */
export const toDescriptions = (keys: string[], alts: string[] = []): PhotoDescriptions =>
  Object.fromEntries(keys.flatMap((key, i) => (alts[i] ? [[key, alts[i]]] : [])));
