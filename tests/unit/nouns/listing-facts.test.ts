import { expect, test } from 'vitest';

import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { listingDetails, listingFacts } from '#lib/server/forum/posts/post-listing.ts';

const LISTING: Omit<Listing, 'facts'> = {
  kind: 'offer',
  material: 'rice-straw',
  amount: 120,
  unit: 'bundle',
  amount_left: 120,
  condition: 'dry',
  terms: 'free',
  price_centavos: null,
  town: '0304925000',
  barangay: 'Pulo',
  ready_on: null,
  until: '2026-11-28',
  truck_access: true,
  loading_help: false,
  repeat: null,
  status: 'open',
  created_at: '2026-11-23T00:00:00.000Z',
  updated_at: '2026-11-23T00:00:00.000Z',
};

test.each<[string, Partial<Listing>, string]>([
  [
    'all of it',
    {},
    'Offered · Rice straw · 120 bundles · dry · free · San Isidro · until Sat 28 Nov',
  ],
  [
    'some left',
    { amount_left: 1500, amount: 2000 },
    'Offered · Rice straw · 1,500 of 2,000 bundles left · dry · free · San Isidro · until Sat 28 Nov',
  ],
  [
    'nothing left, which is said once',
    { status: 'gone', amount_left: 0 },
    'All gone · Rice straw · 120 bundles · dry · free · San Isidro · until Sat 28 Nov',
  ],
  [
    'a need',
    { kind: 'need', amount_left: 80, condition: null, terms: null },
    'Needed · Rice straw · 80 of 120 bundles still needed · San Isidro · until Sat 28 Nov',
  ],
  [
    'one of a price',
    { amount: 1, amount_left: 1, unit: 'truckload', terms: 'price', price_centavos: 120_050 },
    'Offered · Rice straw · 1 truckload · dry · ₱1,200.50 a truckload · San Isidro · until Sat 28 Nov',
  ],
  [
    'all gone',
    { amount: null, amount_left: null, status: 'gone', terms: 'trade' },
    'All gone · Rice straw · dry · for trade · San Isidro · until Sat 28 Nov',
  ],
])('a listing is described in one line: %s', (_name, given, line) => {
  expect(listingFacts({ ...LISTING, ...given }).join(' · ')).toBe(line);
});

test('the public page shows with labels what is not in the line under the title', () => {
  expect(listingDetails(LISTING)).toEqual([
    ['Material', 'Rice straw'],
    ['Town', 'San Isidro, Nueva Ecija'],
    ['Until', 'Sat 28 Nov'],
    ['Condition', 'Dry'],
    ['Road', 'A truck reaches it'],
  ]);
});
