import type { DemoListing } from '#demo/types.ts';

import { need, offer, SAN_ISIDRO, service } from './kinds.ts';

export const strawListings: Record<string, DemoListing> = {
  'straw-120-bundles': offer('rice-straw', 'San Isidro', {
    ...SAN_ISIDRO,
    amount: [120, 'bundle'],
    condition: 'dry',
    terms: 'free',
    untilIn: 5,
    truck: true,
  }),
  'straw-bales-guimba': offer('rice-straw', 'Guimba', {
    amount: [46, 'bale'],
    condition: 'dry',
    price: 35,
    // After the coming Saturday on any day.
    readyIn: 8,
    untilIn: 12,
    truck: true,
  }),
  'straw-wet-compost': offer('rice-straw', 'Zaragoza', {
    amount: [1, 'truckload'],
    condition: 'wet',
    terms: 'free',
    untilIn: 10,
    help: true,
  }),
  'baler-with-driver': service('rice-straw', 'Guimba', {
    amount: [1, 'bale'],
    price: 25,
    untilIn: 30,
    truck: true,
  }),
  'eggs-for-straw': need('rice-straw', 'Candaba', {
    amount: [100, 'bundle'],
    condition: 'dry',
    terms: 'trade',
    untilIn: 20,
  }),
  'mushroom-straw': need('rice-straw', 'Muñoz', {
    amount: [300, 'bundle', 180],
    condition: 'dry',
    price: 4,
    untilIn: 18,
    truck: true,
  }),
};
