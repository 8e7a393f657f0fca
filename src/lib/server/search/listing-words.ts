import type { MaterialKey } from '#lib/contract/materials.ts';

import { exactTerm, type Expression, prefixTerm } from './expression.ts';

// As in migrations/0012-listing-words.ts: words of the index that no search has.
const MARK = '\u{e000}';

/**
 * A listing in a town.
 * @param code of the town, or the beginning of those of a province
 */
export const listedIn = (code: string): Expression => prefixTerm(`${MARK}t${code}`);

/** A listing of a material. */
export const listedAs = (material: MaterialKey): Expression =>
  exactTerm(`${MARK}m${material.replaceAll('-', '')}${MARK}`);

/** A listing of which nothing is to be had any more. */
export const GONE = exactTerm(`${MARK}gone`);
