import { describe, expect, test } from 'vitest';

import { findListing } from '#lib/contract/exchange/listings/listing-from-title.ts';
import { proposePost } from '#lib/contract/exchange/listings/propose-post.ts';
import { usualUnit } from '#lib/contract/exchange/materials/material-weights.ts';
import { searchMaterials } from '#lib/contract/exchange/materials/search-materials.ts';
import { runInLanguage } from '#lib/messages/t.ts';

describe('a title describes a listing', () => {
  const offer = { kind: 'offer', condition: null, terms: null };
  test.each([
    [
      '120 bundles of rice straw',
      { ...offer, material: 'rice-straw', amount: 120, unit: 'bundle' },
    ],
    ['1,000kg ipa', { ...offer, material: 'rice-hull', amount: 1000, unit: 'kg' }],
    ['30 sako ng darak', { ...offer, material: 'rice-bran', amount: 30, unit: 'sack' }],
    [
      'Libre: 2 truckloads of bagasse, wet',
      {
        kind: 'offer',
        material: 'bagasse',
        amount: 2,
        unit: 'truckload',
        condition: 'wet',
        terms: 'free',
      },
    ],
    [
      'Looking for 20 bales of dayami',
      { ...offer, kind: 'need', material: 'rice-straw', amount: 20, unit: 'bale' },
    ],
    [
      'Kailangan 5 pcs kawayan',
      { ...offer, kind: 'need', material: 'bamboo', amount: 5, unit: 'piece' },
    ],
  ])('%s', (title, listing) => {
    expect(findListing(title)).toEqual(listing);
  });

  test.each([
    'Rice straw',
    '120 bundles',
    'Who needs 120 bundles of rice straw?',
    'Anyone for 120 bundles of rice straw?',
    'How I burn no rice straw: 3 bales a day',
    '10 sacks of rice hull and 5 bales of straw',
    '0 bundles of rice straw',
    '2,000,000 bundles of rice straw',
    '3 cows like rice straw',
    '',
  ])('no listing: %s', (title) => {
    expect(findListing(title)).toBeNull();
  });
});

describe('materials are found while typing', () => {
  test.each([
    ['dayami', 'rice-straw', 'dayami'],
    ['DAY', 'rice-straw', 'dayami'],
    ['ipa', 'rice-hull', 'ipa'],
    ['rice h', 'rice-hull', null],
    ['garami', 'rice-straw', 'garami'],
    ['cobs', 'corn-cobs', 'cobs'],
  ])('%s', (typed, value, alias) => {
    expect(searchMaterials(typed, 6)[0]).toMatchObject({ value, alias });
  });

  test('the best come first, as many as fit, and none for an empty text', () => {
    expect(searchMaterials('rice', 3)).toHaveLength(3);
    expect(searchMaterials('husk', 6).map(({ value }) => value)).toContain('coconut-husk');
    expect(searchMaterials(' ,', 6)).toEqual([]);
    expect(searchMaterials('zebra', 6)).toEqual([]);
  });
});

describe('title and description of a listing are proposed', () => {
  const listing = {
    kind: 'offer',
    material: 'rice-straw',
    amount: '1,200',
    unit: 'bundle',
    condition: 'dry',
    terms: 'free',
    town: '0304911000',
  } as const;

  test.each([
    [
      {},
      '1,200 bundles of rice straw, dry',
      'I have 1,200 bundles of rice straw, dry, to give away in Guimba.',
    ],
    [
      { kind: 'need', amount: '', condition: null },
      'Looking for rice straw',
      'I need rice straw in Guimba.',
    ],
    [
      { kind: 'service', amount: '', condition: null, town: '' },
      'Service for rice straw',
      'I offer a service for rice straw.',
    ],
    [
      { amount: 'many', condition: null, terms: 'price' },
      'Rice straw',
      'I have rice straw for sale in Guimba.',
    ],
    [{ material: '' }, '', ''],
  ] as const)('%j', (change, title, description) => {
    expect(proposePost({ ...listing, ...change })).toEqual({ title, description });
  });

  test('proposals are in the language of the page', () => {
    expect(runInLanguage('fil', () => proposePost(listing))).toEqual({
      title: '1,200 bigkis na dayami, tuyo',
      description: 'Meron akong 1,200 bigkis na dayami, tuyo, na ipinamimigay sa Guimba.',
    });
  });
});

test('a material is counted in its usual unit', () => {
  expect(usualUnit('rice-straw')).toBe('bundle');
  expect(usualUnit('rice-hull')).toBe('sack');
  expect(usualUnit('bamboo')).toBe('kg');
});
