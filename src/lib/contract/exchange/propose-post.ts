// The words of a post that states only a listing. They leave out what changes, such as price and last day.
import { readNumber } from '#lib/contract/typed-numbers.ts';

import { amountText, townName } from './listing-choices.ts';
import type { ListingInput } from './listings.ts';
import { materialLabel } from './material-names.ts';
import { isMaterial } from './materials.ts';

type Stated = Pick<ListingInput, 'kind' | 'material' | 'unit' | 'condition' | 'terms' | 'town'> & {
  /** as it is typed */
  amount: string;
};

/** A title and a description. */
interface PostWords {
  title: string;
  description: string;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns `120 bundles of rice straw, dry`; empty without a material */
function goodsOf({ material, amount, unit, condition }: Stated): string {
  if (!isMaterial(material)) return '';
  const count = readNumber(amount);
  const much = count && unit ? `${amountText(count, unit)} of ` : '';
  return `${much}${materialLabel(material)}${condition ? `, ${condition}` : ''}`;
}

const TITLES: Record<Stated['kind'], (goods: string) => string> = {
  offer: capitalize,
  need: (goods) => `Looking for ${goods}`,
  service: (goods) => `Service for ${goods}`,
};
const SENTENCES: Record<Stated['kind'], (goods: string) => string> = {
  offer: (goods) => `I have ${goods}`,
  need: (goods) => `I need ${goods}`,
  service: (goods) => `I offer a service for ${goods}`,
};
const PURPOSES = { free: 'to give away', price: 'for sale', trade: 'for trade' };

/** @returns a title and a description for a listing that is being written; empty ones while it has no material */
export function proposePost(listing: Stated): PostWords {
  const { kind, terms, town, condition } = listing;
  const goods = goodsOf(listing);
  if (!goods) return { title: '', description: '' };
  const purpose = kind === 'offer' && terms ? `${condition ? ',' : ''} ${PURPOSES[terms]}` : '';
  const place = townName(town);
  return {
    title: TITLES[kind](goods),
    description: `${SENTENCES[kind](goods)}${purpose}${place ? ` in ${place}` : ''}.`,
  };
}
