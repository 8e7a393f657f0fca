import type { MaterialKey } from '#lib/contract/materials.ts';

import { exactTerm, type Expression, prefixTerm } from './expression.ts';

// As in migrations/0012-listing-words.ts: words of the index that no search contains.
const MARK = '\u{e000}';

/**
 * A listing in a town.
 * @param code of the town, or the common prefix of those of a province
 */
export const listedIn = (code: string): Expression => prefixTerm(`${MARK}t${code}`);

/** A listing of a material. */
export const listedAs = (material: MaterialKey): Expression =>
  exactTerm(`${MARK}m${material.replaceAll('-', '')}${MARK}`);

/** A listing that is closed. */
export const GONE = exactTerm(`${MARK}gone`);
