import { materialLabel } from '#lib/contract/exchange/materials/material-names.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
// Writes the text of a post from its listing, without what changes, such as price and last day.
import { readNumber } from '#lib/contract/typed-numbers.ts';
import { t } from '#lib/messages/t.ts';

import { amountText, townName } from './listing-choices.ts';
import type { ListingInput } from './listings.ts';

type Stated = Pick<ListingInput, 'kind' | 'material' | 'unit' | 'condition' | 'terms' | 'town'> & {
  /** as typed */
  amount: string;
};

/** A title and a description. */
interface PostWords {
  title: string;
  description: string;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns `120 bundles of rice straw, dry`; empty without a material */
function goodsOf({ material, amount: typed, unit, condition }: Stated): string {
  if (!isMaterial(material)) return '';
  const count = readNumber(typed);
  const amount = count && unit ? amountText(count, unit) : 'none';
  const state = condition ?? 'none';
  return t('propose.goods', { amount, material: materialLabel(material), state });
}

function sentenceOf({ kind, terms, town, condition }: Stated, goods: string): string {
  const place = townName(town) ?? 'none';
  if (kind === 'need') return t('propose.need', { goods, place });
  if (kind === 'service') return t('propose.service', { goods, place });
  const comma = terms && condition ? 'yes' : 'no';
  return t('propose.offer', { goods, comma, purpose: terms ?? 'none', place });
}

/** @returns a title and a description for a listing that is being written; both empty without a material */
export function proposePost(listing: Stated): PostWords {
  const { kind } = listing;
  const goods = goodsOf(listing);
  if (!goods) return { title: '', description: '' };
  return {
    title: capitalize(t('propose.title', { kind, goods })),
    description: sentenceOf(listing, goods),
  };
}
