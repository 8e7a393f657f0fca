import { expect, test } from 'vitest';

import { type ListingDraft, listingField } from '#lib/client/drafts/listing-draft.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';

test.each<[string, number | null]>([
  ['', null],
  [' ', null],
  ['1000', 1000],
  [' 1,000 ', 1000],
  ['1 000', 1000],
  ['1,234,567', 1_234_567],
  ['12.5', 12.5],
  ['1,250.50', 1250.5],
  ['0', 0],
])('“%s” is %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number);
});

test.each([
  '0x10',
  '1e1',
  '0b1',
  '1,00',
  ',100',
  '1,0000',
  '1.',
  '.5',
  '-5',
  '+5',
  '5 kg',
  '١٢',
  'Infinity',
])('“%s” is not a number', (typed) => {
  expect(readNumber(typed)).toBeNaN();
});

test('a listing sends a wrong number unchanged, for the server to reject', () => {
  const draft: ListingDraft = {
    kind: 'offer',
    material: 'rice-straw',
    amount: '',
    unit: null,
    condition: null,
    terms: 'price',
    price: '',
    town: '',
    barangay: null,
    ready_on: null,
    until: null,
    truck_access: false,
    loading_help: false,
    repeat: null,
  };
  const sent = (given: object) => JSON.parse(listingField({ ...draft, ...given }) ?? '{}');
  expect(sent({ amount: '1,000', price: '1,250.50' })).toMatchObject({
    amount: 1000,
    price_centavos: 125_050,
  });
  expect(sent({ amount: '0x10', price: '1e1' })).toMatchObject({
    amount: '0x10',
    price_centavos: '1e1',
  });
  expect(sent({})).toMatchObject({ amount: null, price_centavos: null });
});
