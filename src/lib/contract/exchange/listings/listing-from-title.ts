import { findMaterials, toNameWords } from '#lib/contract/exchange/materials/material-names.ts';
// Finds a listing in a post's title: `120 bundles of rice straw, dry`.
import { readNumber } from '#lib/contract/typed-numbers.ts';

import { type Listing, type ListingInput, MAX_AMOUNT } from './listings.ts';

type Unit = NonNullable<Listing['unit']>;
type Condition = NonNullable<Listing['condition']>;

/** The fields of a listing that a text states. */
export type FoundListing = Pick<ListingInput, 'kind' | 'material' | 'amount' | 'unit'> & {
  condition: Condition | null;
  terms: 'free' | null;
};

/** The units as farmers write them, in English and Tagalog, singular. */
const UNITS: Record<Unit, string[]> = {
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram'],
  sack: ['sack', 'sako', 'bag', 'kaban', 'cavan'],
  bundle: ['bundle', 'bigkis', 'bungkos'],
  bale: ['bale'],
  truckload: ['truckload', 'truck'],
  piece: ['piece', 'pc', 'pcs', 'piraso'],
};
const UNIT_OF = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) =>
    words.flatMap((word) => toNameWords(word).map((each) => [each, unit as Unit] as const)),
  ),
);

// A number in a text, e.g. `1,000`, and the word after it.
const AMOUNT = /(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)\s*([a-z]+)/gi;
const QUESTION = /\?|^\s*(?:how|what|why|when|where|who|which|can|is|are|paano|ano|bakit|saan)\b/i;
const NEEDED =
  /\b(?:need|needs|needed|want|wanted|buy|buying|looking for|in search of|kailangan|hanap|naghahanap|bibili)\b/i;
const CONDITIONS: [Condition, RegExp][] = [
  ['dry', /\b(?:dry|dried|tuyo)\b/i],
  ['damp', /\bdamp\b/i],
  ['wet', /\b(?:wet|basa)\b/i],
  ['fresh', /\b(?:fresh|sariwa)\b/i],
];
const FREE = /\b(?:free|libre)\b/i;

/** @returns the amount with a unit if the text has exactly one, else null */
function findAmount(text: string): Pick<FoundListing, 'amount' | 'unit'> | null {
  const found = [...text.matchAll(AMOUNT)].flatMap(([, digits, word = '']) => {
    const unit = UNIT_OF.get(toNameWords(word)[0] ?? '');
    const amount = readNumber(digits);
    return unit && amount && amount <= MAX_AMOUNT ? [{ amount, unit }] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Finds the listing in a title: one material and its amount. Questions have none.
 * @returns null when there is none, or it is ambiguous
 */
export function findListing(title: string): FoundListing | null {
  const amount = QUESTION.test(title) ? null : findAmount(title);
  const [material, ...others] = amount ? findMaterials(title) : [];
  if (!amount || !material || others.length > 0) return null;
  return {
    kind: NEEDED.test(title) ? 'need' : 'offer',
    material,
    ...amount,
    condition: CONDITIONS.find(([, words]) => words.test(title))?.[0] ?? null,
    terms: FREE.test(title) ? 'free' : null,
  };
}
