import { expect, test } from 'vitest';

import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

type Wrong = [string, object | ((site: Site) => object), string, string];

const TUESDAYS = { weeks: 1, weekday: 2 };
const ROUNDS = { amount: 3, unit: 'truckload', repeat: TUESDAYS };

const WRONG: Wrong[] = [
  ['no kind', { kind: undefined }, 'kind', 'kind_invalid'],
  ['an unknown kind', { kind: 'gift' }, 'kind', 'kind_invalid'],
  ['an unknown material', { material: 'gold' }, 'material', 'material_invalid'],
  ['a material that is no text', { material: 1 }, 'material', 'material_invalid'],
  ['an unknown town', { town: '000000000' }, 'town', 'town_invalid'],
  ['no town', { town: null }, 'town', 'town_invalid'],
  ['an amount below 0', { amount: -1, unit: 'kg' }, 'amount', 'amount_out_of_range'],
  ['an amount of 0', { amount: 0, unit: 'kg' }, 'amount', 'amount_out_of_range'],
  ['half an amount', { amount: 1.5, unit: 'kg' }, 'amount', 'amount_out_of_range'],
  ['an amount as text', { amount: '5', unit: 'kg' }, 'amount', 'amount_out_of_range'],
  ['too much', { amount: 1_000_001, unit: 'kg' }, 'amount', 'amount_out_of_range'],
  ['an unknown unit', { amount: 1, unit: 'ton' }, 'unit', 'unit_invalid'],
  ['an amount without unit', { amount: 5 }, 'unit', 'unit_required'],
  ['a price without unit', { terms: 'price', price_centavos: 5 }, 'unit', 'unit_required'],
  ['an unknown condition', { condition: 'new' }, 'condition', 'condition_invalid'],
  ['unknown terms', { terms: 'gift' }, 'terms', 'terms_invalid'],
  ['no price', { terms: 'price' }, 'price_centavos', 'price_required'],
  ['a price without terms', { price_centavos: 500, unit: 'kg' }, 'terms', 'price_without_terms'],
  [
    'a price of what is free',
    { terms: 'free', price_centavos: 500, unit: 'kg' },
    'terms',
    'price_without_terms',
  ],
  [
    'a price of 0',
    { terms: 'price', price_centavos: 0, unit: 'kg' },
    'price_centavos',
    'price_out_of_range',
  ],
  ['a long barangay', { barangay: 'x'.repeat(101) }, 'barangay', 'too_long'],
  ['a NUL', { barangay: 'a\0b' }, 'barangay', 'unprintable_characters'],
  ['no day', { until: 'tomorrow' }, 'until', 'day_invalid'],
  ['a day that no month has', { until: '2027-02-29' }, 'until', 'day_invalid'],
  ['a time', { ready_on: '2026-11-28T00:00:00Z' }, 'ready_on', 'day_invalid'],
  ['yesterday', (site) => ({ until: dayAfter(site, -1) }), 'until', 'until_past'],
  ['61 days', (site) => ({ until: dayAfter(site, 61) }), 'until', 'until_too_late'],
  [
    'readiness after the last day',
    (site) => ({ ready_on: dayAfter(site, 4), until: dayAfter(site, 3) }),
    'ready_on',
    'ready_after_until',
  ],
  [
    'readiness after the default last day',
    (site) => ({ ready_on: dayAfter(site, 15) }),
    'ready_on',
    'ready_after_until',
  ],
  ['rounds without an amount', { repeat: TUESDAYS }, 'amount', 'repeat_without_amount'],
  ['a service in rounds', { ...ROUNDS, kind: 'service' }, 'repeat', 'service_repeats'],
  [
    'a round every three weeks',
    { ...ROUNDS, repeat: { weeks: 3, weekday: 2 } },
    'repeat.weeks',
    'repeat_invalid',
  ],
  [
    'an eighth weekday',
    { ...ROUNDS, repeat: { weeks: 1, weekday: 7 } },
    'repeat.weekday',
    'repeat_invalid',
  ],
  [
    'rounds of more than 180 days',
    (site) => ({ ...ROUNDS, until: dayAfter(site, 181) }),
    'until',
    'repeat_too_long',
  ],
  [
    'a last day before the first round',
    (site) => ({
      ...ROUNDS,
      ready_on: dayAfter(site, 20),
      until: dayAfter(site, 20),
      repeat: { weeks: 1, weekday: weekdayOf(dayAfter(site, 21)) },
    }),
    'until',
    'until_before_round',
  ],
  ['a text for a yes', { truck_access: 'yes' }, 'truck_access', 'boolean_expected'],
];

test.each(WRONG)(
  'a listing with %s is rejected, and changes nothing',
  async (_, given, field, code) => {
    const site = await openSite();
    const owner = await site.signedIn();
    const wrong = { ...LISTING, ...(typeof given === 'function' ? given(site) : given) };
    const created = await owner.post(POSTS, postForm([], { listing: JSON.stringify(wrong) }));
    expect(created).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(created.body['field_codes']).toEqual({ [`listing.${field}`]: code });
    expect((await owner.get('/api/web/forum')).body['data'].posts).toEqual([]);

    const { post, path } = await publishListing(owner);
    const { status, body } = await owner.change('PUT', path, wrong);
    expect({ status, codes: body['field_codes'] }).toEqual({
      status: 400,
      codes: { [field]: code },
    });
    expect(body['error']).toMatch(/^[A-Z`].*\.$/);
    expect((await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing).toEqual(
      post.listing,
    );
  },
);

test('every invalid field is named', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner);
  const wrong = { kind: 'gift', material: 'gold', town: 1 };
  expect((await owner.change('PUT', path, wrong)).body['field_codes']).toEqual({
    kind: 'kind_invalid',
    material: 'material_invalid',
    town: 'town_invalid',
  });
  const late = { ...LISTING, town: 'x', until: dayAfter(site, -1) };
  expect((await owner.change('PUT', path, late)).body['field_codes']).toEqual({
    town: 'town_invalid',
    until: 'until_past',
  });
});

test.each([
  ['no JSON', '{', 400, { code: 'malformed_json', field_codes: { listing: 'malformed_json' } }],
  ['a number', '5', 400, { code: 'invalid', field_codes: { listing: 'object_expected' } }],
  ['an array', '[]', 400, { code: 'invalid', field_codes: { listing: 'object_expected' } }],
])('a form whose listing is %s is rejected', async (_, listing, status, body) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const response = await browser.post(POSTS, postForm([], { listing }));
  expect(response).toMatchObject({ status, body });
});

test('today, 60 days and the largest amount are accepted, and a blank barangay is ignored', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner);
  for (const given of [
    { until: dayAfter(site, 0) },
    { until: dayAfter(site, 60), ready_on: dayAfter(site, 60) },
    { amount: 1_000_000, unit: 'kg', terms: 'price', price_centavos: 100_000_000 },
    { amount: null, unit: 'bale', terms: 'trade' },
  ])
    expect(await owner.change('PUT', path, { ...LISTING, ...given })).toMatchObject({
      status: 200,
      body: { data: given },
    });
  const blank = await owner.change('PUT', path, { ...LISTING, barangay: ' \n' });
  expect(blank.body['data'].barangay).toBeNull();
});
