// The plain forms of the weeks ahead: staff's grid, and a member's own fields.
import { expect, test } from 'vitest';

import { BALER, GUIMBA, MUNOZ } from '#tests/support/nouns/alerts.ts';
import {
  farmsWith,
  HARVESTS,
  harvestIn,
  mondayIn,
  rowsOf,
  SCHEDULE,
  SEASON,
  setSchedule,
} from '#tests/support/nouns/season.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const GRID = '/staff/season';
const grid = (fields: Record<string, string>) => ({
  action: 'save',
  material: 'rice-straw',
  town: GUIMBA,
  ...fields,
});

test('the grid stores typed figures, removes emptied ones, and is logged', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const [first, second] = [mondayIn(site, 1), mondayIn(site, 2)];
  await setSchedule(staff, [{ town: MUNOZ, week: first, hectares: 30 }]);
  const response = await sendForm(
    staff,
    GRID,
    grid({
      before: JSON.stringify({ [`${MUNOZ}.${first}`]: '30' }),
      [`${GUIMBA}.${first}`]: '1,120.5',
      [`${GUIMBA}.${second}`]: '',
      [`${MUNOZ}.${first}`]: '0',
    }),
  );
  expect(redirectOf(response)).toEqual([
    303,
    `${GRID}?material=rice-straw&town=${GUIMBA}&done=saved`,
  ]);
  expect((await staff.get(`${SCHEDULE}?material=rice-straw`)).body['data'].cells).toEqual([
    { town: GUIMBA, week: first, hectares: 1120.5 },
  ]);
  const acts = await actsOf(site, 'schedule.changed');
  expect(acts.map(({ details }) => JSON.parse(details))).toEqual([
    { material: 'rice-straw', figures: 1 },
    { material: 'rice-straw', figures: 2 },
  ]);
});

test('a figure changed by someone else since stays, unless it was typed here', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const key = (town: string) => `${town}.${mondayIn(site, 1)}`;
  const week = mondayIn(site, 1);
  const before = JSON.stringify({ [key(GUIMBA)]: '10', [key(MUNOZ)]: '20' });
  await setSchedule(staff, [{ town: GUIMBA, week, hectares: 11 }]);
  await sendForm(staff, GRID, grid({ before, [key(GUIMBA)]: '10', [key(MUNOZ)]: '25' }));
  expect(await rowsOf(site.guest())).toEqual([`${MUNOZ} rice-straw 25`, `${GUIMBA} rice-straw 11`]);
});

test('an invalid figure is named, and no typed figure is stored or lost', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const key = (town: string) => `${town}.${mondayIn(site, 1)}`;
  const sent = grid({ [key(GUIMBA)]: 'many', [key(MUNOZ)]: '25', [key(BALER)]: '99999' });
  const response = await sendForm(staff, GRID, sent);
  expect(response.status).toBe(400);
  const body = await response.json();
  expect(body['field_codes'] ?? body.fields).toEqual({
    [key(GUIMBA)]: 'hectares_invalid',
    [key(BALER)]: 'too_many_hectares',
  });
  expect(await rowsOf(site.guest())).toEqual([]);
});

test('only staff can use the grid and its calls', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  const sent = grid({ [`${GUIMBA}.${mondayIn(site, 1)}`]: '25' });
  expect((await sendForm(member, GRID, sent)).status).toBe(405);
  const change = await member.change('PATCH', SCHEDULE, { material: 'rice-straw', cells: [] });
  expect([change.status, change.body['code']]).toEqual([403, 'staff_only']);
  expect((await member.get(`${SCHEDULE}?material=rice-straw`)).status).toBe(403);
  expect(await rowsOf(site.guest())).toEqual([]);
});

test('a member adds, changes and deletes a harvest without a script', async () => {
  const site = await openSite();
  const farm = await site.signedIn();
  const { hectares: _, ...rest } = harvestIn(site);
  const stated = await sendForm(farm, '/season', { action: 'state', ...rest, hectares: '1.5' });
  expect(redirectOf(stated)).toEqual([303, '/season?done=saved#own']);
  const [own] = (await farm.get(HARVESTS)).body['data'].harvests;
  const { harvest_id } = own;
  const change = { action: 'change', harvest_id, ...rest, hectares: '2.25' };
  expect(redirectOf(await sendForm(farm, '/season', change))).toEqual([
    303,
    '/season?done=saved#own',
  ]);
  expect((await farm.get(HARVESTS)).body['data'].harvests).toMatchObject([{ hectares: 2.25 }]);
  const wrong = await sendForm(farm, '/season', { ...change, hectares: 'some' });
  expect(wrong.status).toBe(400);
  await sendForm(farm, '/season', { action: 'delete', harvest_id });
  expect((await farm.get(HARVESTS)).body['data'].harvests).toEqual([]);
});

test('the files have the page’s data, filtered by town', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const monday = mondayIn(site, 1);
  await setSchedule(staff, [
    { town: GUIMBA, week: monday, hectares: 120 },
    { town: MUNOZ, week: monday, hectares: 20 },
  ]);
  await farmsWith(site, [{}]);
  const csv = await site.guest().get(`${SEASON}/csv?town=${GUIMBA}`);
  const lines = String(csv.body['text']).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`PSGC ${GUIMBA},Rice straw,120,660,schedule`);
  const calendar = await site.guest().get(`${SEASON}/calendar?town=${GUIMBA}`);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = String(calendar.body['text']);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain(`DTSTART;VALUE=DATE:${monday.replaceAll('-', '')}`);
  expect(text.replaceAll('\r\n ', '')).toContain(
    String.raw`SUMMARY:Rice straw\, Guimba: about 120 ha`,
  );
});
