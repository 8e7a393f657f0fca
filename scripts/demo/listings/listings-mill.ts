import type { DemoListing } from '#demo/types.ts';

import { need, offer, service } from './kinds.ts';

export const millListings: Record<string, DemoListing> = {
  'ipa-mountain': offer('rice-hull', 'Cabanatuan', {
    amount: [3, 'truckload'],
    repeats: { weeks: 1, weekday: 2 },
    condition: 'dry',
    terms: 'free',
    untilIn: 90,
    truck: true,
  }),
  'crh-batch': offer('carbonized-rice-hull', 'Cabanatuan', {
    amount: [60, 'sack', 30],
    condition: 'dry',
    price: 120,
    untilIn: 25,
    truck: true,
    help: true,
  }),
  'darak-d1': offer('rice-bran', 'Cabanatuan', {
    amount: [1500, 'kg', 650],
    condition: 'fresh',
    price: 17,
    untilIn: 9,
    truck: true,
  }),
  'goat-feed-mix': need('rice-bran', 'Magalang', { condition: 'dry', untilIn: 50, truck: true }),
  'bagasse-mill': service('mudpress', 'Angeles', {
    amount: [4000, 'kg'],
    untilIn: 15,
    truck: true,
  }),
};
