import type { DemoListing } from '#demo/types.ts';

import { need, offer, SAN_MIGUEL, service } from './kinds.ts';

export const fieldListings: Record<string, DemoListing> = {
  'husk-two-tons': need('coconut-husk', 'Gapan', {
    amount: [2000, 'kg'],
    condition: 'dry',
    untilIn: 45,
    truck: true,
    help: true,
  }),
  'husk-pantabangan': offer('coconut-husk', 'Bongabon', {
    amount: [3000, 'piece'],
    condition: 'dry',
    terms: 'free',
    untilIn: 35,
    status: 'promised',
  }),
  'coir-pots': offer('coir', 'Gapan', {
    amount: [400, 'piece', 260],
    terms: 'free',
    untilIn: 21,
    truck: true,
  }),
  'cobs-sheller': offer('corn-cobs', 'Bongabon', {
    amount: [1000, 'kg'],
    condition: 'dry',
    price: 1,
    untilIn: 14,
    truck: true,
  }),
  'stover-green': offer('corn-stover', 'Bongabon', {
    amount: [8000, 'kg'],
    condition: 'fresh',
    terms: 'free',
    untilIn: 3,
    help: true,
  }),
  'banana-trunks': offer('banana-stems', 'San Miguel', {
    ...SAN_MIGUEL,
    amount: [60, 'piece'],
    condition: 'fresh',
    terms: 'free',
    untilIn: 11,
    truck: true,
  }),
  'banana-fibre-class': service('banana-stems', 'Muñoz', {
    terms: 'free',
    untilIn: 6,
  }),
  'cane-trash': offer('sugarcane-tops', 'Concepcion', {
    condition: 'dry',
    terms: 'free',
    untilIn: 16,
    truck: true,
  }),
  'camote-vines': offer('sweet-potato-vines', 'Zaragoza', {
    condition: 'fresh',
    terms: 'free',
    untilIn: 4,
  }),
};
