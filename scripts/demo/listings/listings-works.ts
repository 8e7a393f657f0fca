import type { DemoListing } from '#demo/types.ts';

import { need, offer, service } from './kinds.ts';

export const worksListings: Record<string, DemoListing> = {
  'duck-feed-wanted': need('snails', 'Candaba', { unit: 'kg', price: 8, untilIn: 28 }),
  'poultry-manure': offer('chicken-manure', 'Baliwag', {
    amount: [90, 'sack'],
    condition: 'dry',
    price: 40,
    untilIn: 22,
    truck: true,
  }),
  'compost-for-sale': offer('compost', 'Gapan', {
    amount: [250, 'sack', 170],
    price: 180,
    untilIn: 30,
    truck: true,
    help: true,
  }),
  'vermi-start': offer('earthworms', 'Guimba', {
    amount: [11, 'kg', 6],
    terms: 'free',
    untilIn: 26,
  }),
  'mushroom-first-flush': offer('spent-mushroom-substrate', 'Muñoz', {
    amount: [200, 'piece', 120],
    condition: 'damp',
    terms: 'free',
    untilIn: 17,
  }),
  'biochar-night': service('biochar', 'Angeles', { terms: 'free', untilIn: 3 }),
  'larvae-eggs': need('fly-larvae', 'Malolos', { untilIn: 24 }),
};
