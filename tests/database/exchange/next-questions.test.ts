// The questions to the owner of a new listing (docs/product.md, "Posts").
import { expect, test } from 'vitest';

import { mondayOf } from '#lib/contract/days.ts';
import { MUNOZ } from '#tests/support/nouns/alerts.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { HARVESTS } from '#tests/support/nouns/season.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A farmer who has posted a listing. @returns also the questions to them */
async function postAs(listing: object = {}) {
  const site = await openSite();
  const maria = await site.signedIn();
  const ask = async (path: string) => (await maria.get(`${path}/questions`)).body['data'];
  const { post, path } = await publishListing(maria, listing);
  return { site, maria, post, path, ask, questions: await ask(path) };
}

test('the first listing of straw asks for the next harvest, of as much as was listed', async () => {
  const { maria, ask, questions, site } = await postAs({ amount: 550, unit: 'kg' });
  expect(questions).toEqual({
    weeks_ahead: null,
    harvest: { town: '0304911000', material: 'rice-straw', hectares: 0.1 },
    can_repeat: true,
  });
  const { path } = await publishListing(maria);
  expect(await ask(path)).toMatchObject({ harvest: null, can_repeat: false });
  const other = await site.signedIn();
  const hull = await publishListing(other, { material: 'rice-hull' });
  expect((await other.get(`${hull.path}/questions`)).body['data']).toMatchObject({ harvest: null });
  expect((await other.get(`${path}/questions`)).status).toBe(404);
});

test('of an unknown amount, the field is an average farm; what is entered is no question again', async () => {
  const { site, maria, post, path, ask, questions } = await postAs();
  expect(questions.harvest).toMatchObject({ hectares: 1.29 });
  const day = dayAfter(site, 60);
  const page = `/exchange/${post.post_id}/posted`;
  const late = await sendForm(maria, page, { action: 'harvest', day: dayAfter(site, 300) });
  expect(late.status).toBe(400);
  expect(await late.json()).toMatchObject({ field_codes: { day: 'week_invalid' } });
  const sent = await sendForm(maria, page, { action: 'harvest', day });
  expect(sent.headers.get('location')).toBe(`${page}?done=entered`);
  expect((await maria.get(HARVESTS)).body['data'].harvests).toMatchObject([
    { material: 'rice-straw', week: mondayOf(day), hectares: 1.29, town: '0304911000' },
  ]);
  expect(await ask(path)).toMatchObject({ harvest: null });
});

test('an offer of more than 20 t, or ready later than in 14 days, may belong in weeks ahead', async () => {
  const { site, maria, post, path, ask, questions } = await postAs({ amount: 20_001, unit: 'kg' });
  const week = mondayOf(dayAfter(site, 0));
  expect(questions).toMatchObject({ weeks_ahead: { week, hectares: 3.64 }, harvest: null });
  await sendForm(maria, `/exchange/${post.post_id}/posted`, { action: 'weeks' });
  expect((await maria.get(HARVESTS)).body['data'].harvests).toMatchObject([{ week }]);
  expect(await ask(path)).toMatchObject({ weeks_ahead: null });
  const whenReady = async (days: number) => {
    const ready_on = dayAfter(site, days);
    const { path: other } = await publishListing(maria, { ready_on, until: dayAfter(site, 40) });
    return (await ask(other)).weeks_ahead;
  };
  expect(await whenReady(14)).toBeNull();
  expect(await whenReady(30)).toMatchObject({ week: mondayOf(dayAfter(site, 30)) });
  const next = await publishListing(maria, { amount: 20_000, unit: 'kg', town: MUNOZ });
  expect(await ask(next.path)).toMatchObject({ weeks_ahead: null });
});

test('a press lets a listing repeat for as long as a new one would', async () => {
  const { site, maria, post, path, ask } = await postAs({ amount: 40, unit: 'bundle' });
  const page = `/exchange/${post.post_id}/posted`;
  const sent = await sendForm(maria, page, { action: 'repeat.2' });
  expect(sent.headers.get('location')).toBe(`${page}?done=repeats`);
  const { listing } = (await maria.get(path.replace(/\/listing$/, ''))).body['data'];
  expect(listing).toMatchObject({
    amount: 40,
    repeat: { weeks: 2, weekday: new Date(dayAfter(site, 0)).getUTCDay() },
    until: dayAfter(site, 84),
  });
  expect(await ask(path)).toMatchObject({ can_repeat: false });
  expect((await sendForm(maria, page, { action: 'repeat.3' })).status).toBe(400);
});
