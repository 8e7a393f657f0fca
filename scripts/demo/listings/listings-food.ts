import type { DemoListing } from '#demo/types.ts';

import { offer, SAN_ISIDRO, SAN_MIGUEL, service } from './kinds.ts';

export const foodListings: Record<string, DemoListing> = {
  'mango-gleaning': offer('mango', 'San Miguel', {
    ...SAN_MIGUEL,
    amount: [900, 'kg'],
    condition: 'fresh',
    terms: 'free',
    untilIn: 'Saturday',
    help: true,
  }),
  'tomato-glut': offer('surplus-vegetables', 'Guimba', {
    condition: 'fresh',
    terms: 'free',
    untilIn: 2,
    truck: true,
  }),
  'onion-tops': offer('surplus-vegetables', 'Bongabon', {
    amount: [700, 'kg', 0],
    condition: 'dry',
    terms: 'free',
    untilIn: 8,
    status: 'gone',
  }),
  'market-trimmings': offer('vegetable-trimmings', 'Tarlac City', {
    amount: [400, 'kg'],
    condition: 'fresh',
    terms: 'free',
    untilIn: 40,
    truck: true,
  }),
  'squash-giant': offer('surplus-vegetables', 'San Isidro', {
    ...SAN_ISIDRO,
    amount: [80, 'piece', 25],
    price: 10,
    untilIn: 13,
  }),
  'young-gleaners': service('surplus-vegetables', 'Malolos', { terms: 'free', untilIn: 30 }),
  'calamansi-drop': offer('surplus-fruit', 'Baliwag', {
    amount: [200, 'kg', 0],
    condition: 'fresh',
    terms: 'free',
    untilIn: 1,
    status: 'gone',
  }),
  'melon-rejects': offer('surplus-fruit', 'Baliwag', {
    amount: [300, 'kg'],
    condition: 'wet',
    terms: 'free',
    untilIn: -2,
    status: 'expired',
  }),
};
