// Towns with the same name, San Antonio and San Luis, are always shown with their province.
import { expect, test } from 'vitest';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { townChoices, townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { toCalendar } from '#lib/server/exchange/calendars/to-calendar.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { ALERTS, newListings } from '#tests/support/nouns/alerts.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openSite } from '#tests/support/site/site.ts';

const ZAMBALES = '0307109000';
const NUEVA_ECIJA = '0304924000';
const NAME = 'San Antonio, Zambales';

test('names in a list of towns are unique, and unambiguous ones have no province', () => {
  const names = townChoices().flatMap(([, towns]) => towns.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes(','))).toEqual([
    'San Luis, Aurora',
    'San Antonio, Nueva Ecija',
    'San Luis, Pampanga',
    NAME,
  ]);
  expect(townName('0304911000')).toBe('Guimba');
});

test('a listing, an alert, its notification, a profile and a calendar name the province', async () => {
  const site = await openSite();
  const jun = await withPhone(site);
  const alert = await jun.post(ALERTS, { town: ZAMBALES, within: 10 });
  expect(alert.body['data'].facts).toContain(`within 10 km of ${NAME}`);
  const stage = await openPickupStage(site, { town: ZAMBALES });
  const { listings } = (await site.guest().get('/api/web/listings')).body['data'];
  expect(listings[0].listing.facts).toContain(NAME);
  await notifyOfNewListings(site.services);
  expect(await newListings(jun)).toEqual([`New for your alert: Rice straw in ${NAME}`]);
  const path = await agreeWith(stage, jun);
  const pickup = (await jun.get(path)).body['data'];
  expect(toCalendar([pickup], () => '')).toContain(
    String.raw`LOCATION:Behind the chapel\, San Antonio\, Zambales`,
  );
});

test('the CSV of completed pickups has names of materials, and towns with their provinces', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [owner_id, requester_id] = [
    (await addMember(db, { password_hash: '' })).id,
    (await addMember(db, { password_hash: '' })).id,
  ];
  const { id: post_id } = await addPost(db, { author_id: owner_id });
  const { kind } = await addListing(db, { post_id });
  const times = { created_at: 1, updated_at: 1, agreed_at: 1, day: dayAfter(site, 0) };
  const common = {
    post_id,
    owner_id,
    requester_id,
    subject: 'amount' as const,
    kind,
    material: 'spent-mushroom-substrate',
    kg: 100,
  };
  for (const town of [ZAMBALES, NUEVA_ECIJA, '0304917000'])
    for (let nth = 0; nth < 3; nth += 1)
      await db
        .insertInto('appointments')
        .values({
          ...times,
          ...common,
          id: newId(),
          town,
          status: 'done',
        })
        .execute();
  const response = await site.guest().send('/api/web/impact/csv');
  const bytes = Buffer.from(await response.arrayBuffer());
  // Without a byte order mark Excel reads ñ as two letters.
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'material,Spent mushroom substrate,,900,9,spent-mushroom-substrate',
      `town,San Antonio,Zambales,300,3,${ZAMBALES}`,
      `town,San Antonio,Nueva Ecija,300,3,${NUEVA_ECIJA}`,
      'town,Science City of Muñoz,Nueva Ecija,300,3,0304917000',
    ]),
  );
});

const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b, 'en'));

test('provinces are listed by name, and so are the towns of each', () => {
  const choices = townChoices();
  const provinces = choices.map(([province]) => province);
  expect(provinces).toEqual(sorted(provinces));
  for (const [, towns] of choices) {
    const names = towns.map(({ name }) => name);
    expect(names).toEqual(sorted(names));
  }
});
