// CSV exports of members, open listings and one's own pickups.
import { expect, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { report } from '#tests/support/nouns/appointments.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { bookAgreed, openMachineStage } from '#tests/support/nouns/machines.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { actsOf, MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const MUÑOZ = '0304917000';
const MINUTE = 60_000;

/** The header of a file, and its lines. */
async function readCsv(browser: Browser, path: string) {
  const { status, headers, body } = await browser.get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-store');
  const [head = '', ...lines] = String(body['text']).split('\r\n');
  expect(head.startsWith('\ufeff')).toBe(true);
  return { name: headers.get('content-disposition'), head, lines: lines.slice(0, -1) };
}

test('staff download the members after confirming the password, which the audit log shows', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const ana = await site.member({
    first_name: '=Ana',
    middle_name: '',
    last_name: 'Dizon',
    contact_phone: '09171234567',
    sign_in_phone: '09180000001',
    town: MUÑOZ,
  });
  const { lines, name } = await readCsv(staff, `${MEMBERS}/csv?search=dizon`);
  expect(name).toContain('glean-members.csv');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(
    `${ana.id},'=Ana,,Dizon,farmer,Science City of Muñoz,Nueva Ecija,PSGC ${MUÑOZ},${ana.email},0918 000 0001,0917 123 4567,`,
  );
  const all = await readCsv(staff, `${MEMBERS}/csv?role=`);
  expect(all.lines).toHaveLength(2);
  const acts = await actsOf(site, 'members.downloaded');
  expect(acts.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])).toEqual([
    [staff.member.id, { members: 1 }],
    [staff.member.id, { members: 2 }],
  ]);
  site.advanceClock(16 * MINUTE);
  const { status, body } = await staff.get(`${MEMBERS}/csv`);
  expect([status, body['code']]).toEqual([403, 'confirmation_required']);
  expect(await actsOf(site, 'members.downloaded')).toHaveLength(2);
});

test('members download the results of a search, with names of towns', async () => {
  const site = await openSite();
  const owner = await withPhone(site);
  const { post } = await publishListing(owner, {
    town: MUÑOZ,
    amount: 40,
    unit: 'sack',
    terms: 'price',
    price_centavos: 12_550,
  });
  await publishListing(owner, {
    material: 'corn-cobs',
    amount: 40,
    unit: 'sack',
    until: dayAfter(site, 60),
    repeat: { weeks: 2, weekday: 5 },
  });
  const reader = await site.signedIn();
  const { lines, name } = await readCsv(reader, '/api/web/listings/csv?material=rice-straw');
  expect(name).toContain('glean-listings.csv');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /,offer,Rice straw,40,40,sack,,price,125\.5,Science City of Muñoz,Nueva Ecija,PSGC 0304917000,/,
  );
  expect(lines[0]).toContain(`/exchange/${post.post_id}`);
  expect(lines[0]).toContain(`,${dayAfter(site, 14)},,,`);
  const repeating = await readCsv(reader, '/api/web/listings/csv?material=corn-cobs');
  expect(repeating.head).toContain(',until,repeat_weeks,weekday,');
  expect(repeating.lines[0]).toContain(`,${dayAfter(site, 60)},2,Friday,`);
  expect((await site.guest().get('/api/web/listings/csv')).status).toBe(401);
  const wrong = await reader.get('/api/web/listings/csv?town=1');
  expect([wrong.status, wrong.body['field_codes']]).toEqual([400, { town: 'town_invalid' }]);
});

test('a file includes every page of a list', async () => {
  const site = await openSite();
  const { db } = site.services;
  const { id: author_id } = await site.member();
  for (let nth = 0; nth < 201; nth += 1)
    await addListing(db, { post_id: (await addPost(db, { author_id })).id });
  const { lines } = await readCsv(await site.signedIn(), '/api/web/listings/csv?limit=1');
  expect(new Set(lines).size).toBe(201);
});

test('members download their own pickups, without phone and place', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { day: dayAfter(site, 0) });
  for (const each of [requester, stage.owner])
    await report(each, path, { result: 'taken', kg: 500 });
  const open = await openPickupStage(site, { town: MUÑOZ });
  await agreeWith(open, requester);
  const machine = await openMachineStage(site);
  await bookAgreed(machine, requester, { note: 'Gate is open' });
  const { lines, name } = await readCsv(requester, '/api/web/appointments/csv');
  expect(name).toContain('glean-pickups.csv');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d,,agreed,taking,.*,Rice straw,,,,,,Science City of Muñoz,Nueva Ecija,PSGC 0304917000,/,
  );
  expect(lines[1]).toMatch(/,morning,agreed,taking,.*,,Baler,2,hectare,1500,,Guimba,/);
  expect(lines[2]).toMatch(/,,done,taking,.*,500,Guimba,/);
  expect(lines.join('')).not.toMatch(/chapel|Gate|09\d{9}/);
  expect((await readCsv(await site.signedIn(), '/api/web/appointments/csv')).lines).toEqual([]);
});
