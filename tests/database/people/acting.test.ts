// A steward's acts for a person.
import { expect, test } from 'vitest';

import { personPath } from '#lib/contract/paths.ts';
import { listPressing } from '#lib/server/exchange/appointments/list.ts';
import { sumAgreed } from '#lib/server/exchange/appointments/queries.ts';
import { remindMembers } from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { getPerson } from '#lib/server/people/stewards/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { agreeTo, callOff, decline, report } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter, LISTING } from '#tests/support/nouns/listings.ts';
import { decide } from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { APPOINTMENTS, withPhone } from '#tests/support/nouns/pickups.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { lookAfter, openStewardship, STEWARDSHIPS } from '#tests/support/nouns/stewards.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const BALES = { amount: 10, unit: 'bale' };
const AMOUNT = { subject: 'amount', amount: 4 };

const post = (by: Browser, person: MemberBrowser | null, listing: object | null = BALES) => {
  const listed = listing && { listing: JSON.stringify({ ...LISTING, ...listing }) };
  const whom = person && { for_account: person.member.id };
  return by.post(POSTS, postForm([], { title: 'Straw of Lito', ...listed, ...whom }));
};

/** Mark, Lito's steward, has posted for him; Rosa may request it. */
async function openActing() {
  const site = await openSite();
  const { mark, lito } = await openStewardship(site);
  const rosa = await withPhone(site);
  const { post_id } = requireOk(await post(mark, lito)).body['data'];
  return { site, mark, lito, rosa, post_id, path: `${POSTS}/${post_id}` };
}

const askFor = (site: Site, by: Browser, post_id: string, given: object = {}) =>
  by.post(APPOINTMENTS, { ...AMOUNT, post_id, day: dayAfter(site, 1), ...given });

const titlesOf = async (browser: MemberBrowser): Promise<string[]> =>
  (await getAllNotifications(browser)).map(
    ({ title, content }) => `${String(title)} | ${String(content)}`,
  );

test('a listing belongs to the person, and shows members who posted it', async () => {
  const { site, lito, rosa, mark, post_id, path } = await openActing();
  const seen = (await rosa.get(path)).body['data'];
  expect(seen.account).toMatchObject({ account_id: lito.member.id, name: 'Lito Bautista' });
  expect(seen).toMatchObject({ post_owner: false });
  const poster = { account_id: mark.member.id, name: 'Mark Reyes' };
  expect(seen.listing.posted_by).toEqual(poster);
  expect((await lito.get(path)).body['data']).toMatchObject({ post_owner: true });
  expect((await mark.get(path)).body['data']).toMatchObject({
    post_owner: true,
    is_looked_after: true,
  });
  const found = (await rosa.get('/api/web/listings')).body['data'].listings;
  expect(found[0]).toMatchObject({ post_id, listing: { posted_by: poster } });
  const { listings } = (await site.guest().get('/api/web/listings')).body['data'];
  expect(JSON.stringify(listings)).not.toContain('Mark');
});

test('the steward agrees, reports and is notified; number, record and kilograms are the person’s', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const path = `${APPOINTMENTS}/${appointment_id}`;
  expect(await titlesOf(lito)).toEqual([expect.stringMatching(/can take it \| Straw of Lito$/)]);
  expect(await titlesOf(mark)).toEqual([
    expect.stringMatching(/can take it \| For Lito Bautista: Straw of Lito$/),
  ]);
  requireOk(await agreeTo(mark, path, { place: 'Behind the chapel' }));
  const { phone, account } = (await rosa.get(path)).body['data'];
  const { contact_phone } = lito.member;
  expect({ phone, name: account.name }).toEqual({ phone: contact_phone, name: 'Lito Bautista' });
  expect(await titlesOf(rosa)).toEqual(['Lito Bautista agreed | Straw of Lito']);
  expect((await titlesOf(lito))[0]).toBe('Mark Reyes agreed | For you: Straw of Lito');
  expect(await titlesOf(mark)).toHaveLength(1);
  site.advanceClock(DAY_MS);
  for (const browser of [rosa, mark])
    requireOk(await report(browser, path, { result: 'taken', kg: 120 }));
  expect((await lito.get(path)).body['data']).toMatchObject({ status: 'done', kg: 120 });
  const { db } = site.services;
  const [row] = await db.selectFrom('appointments').select(['owner_id', 'kg']).execute();
  expect(row).toEqual({ owner_id: lito.member.id, kg: 120 });
});

test('the steward declines, calls off, edits and withdraws for the person', async () => {
  const { site, mark, rosa, lito, post_id, path } = await openActing();
  const sent = async () => {
    const { body } = requireOk(await askFor(site, rosa, post_id));
    return `${APPOINTMENTS}/${body['data'].appointment_id}`;
  };
  requireOk(await decline(mark, await sent()));
  const agreed = await sent();
  requireOk(await agreeTo(mark, agreed));
  requireOk(await mark.post(`${agreed}/messages`, { content: 'Bring ropes.' }));
  requireOk(await callOff(mark, agreed));
  const [row] = await site.services.db
    .selectFrom('appointments')
    .where('status', '=', 'called_off')
    .select('ended_by')
    .execute();
  expect(row).toEqual({ ended_by: lito.member.id });
  requireOk(await mark.change('PATCH', path, { title: 'Dry straw', description: 'Dry' }));
  const more = { ...LISTING, ...BALES, amount: 20 };
  requireOk(await mark.change('PUT', `${path}/listing`, more));
  const { listing } = (await rosa.get(path)).body['data'];
  expect(listing).toMatchObject({ amount: 20, posted_by: { name: 'Mark Reyes' } });
  requireOk(await mark.post(`${path}/listing/status`, { status: 'withdrawn' }));
  expect((await mark.change('DELETE', path)).status).toBe(200);
});

test('the steward requests for the person, but never from themselves', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const theirs = requireOk(await post(rosa, null)).body['data'].post_id;
  const for_account = lito.member.id;
  const { appointment_id } = requireOk(await askFor(site, mark, theirs, { for_account })).body[
    'data'
  ];
  requireOk(await agreeTo(rosa, `${APPOINTMENTS}/${appointment_id}`));
  const seen = (await rosa.get(`${APPOINTMENTS}/${appointment_id}`)).body['data'];
  expect(seen).toMatchObject({ phone: lito.member.contact_phone, is_owner: true });
  expect(seen.account.account_id).toBe(lito.member.id);
  const codeOf = async (by: Browser, id: string, given = {}) =>
    (await askFor(site, by, id, given)).body['code'];
  expect(await codeOf(mark, post_id)).toBe('one_hand');
  expect(await codeOf(mark, post_id, { for_account })).toBe('own_listing');
  const marks = requireOk(await post(mark, null)).body['data'].post_id;
  expect(await codeOf(mark, marks, { for_account })).toBe('one_hand');
});

test('guests, other members, disabled stewards and staff cannot act for a person', async () => {
  const { site, mark, lito, rosa, post_id, path } = await openActing();
  const staff = await site.signedIn(await site.member({ role: 'staff' }));
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const agree = async (by: Browser) =>
    (await agreeTo(by, `${APPOINTMENTS}/${appointment_id}`)).body['code'];
  const others = await site.signedIn();
  const codesOf = async (by: Browser) => [
    (await post(by, lito)).body['code'],
    await agree(by),
    (await by.change('PATCH', path, { title: 'Mine', description: 'Mine' })).body['code'],
    (await by.post(`${path}/listing/status`, { status: 'gone' })).body['code'],
  ];
  const none = ['not_looked_after', 'pickup_not_found', 'post_not_yours', 'post_not_yours'];
  expect(await codesOf(others)).toEqual(none);
  expect(await codesOf(staff)).toEqual(none);
  expect(new Set(await codesOf(site.guest()))).toEqual(new Set(['unauthenticated']));
  expect((await post(mark, lito, null)).body['code']).toBe('listing_needed');
  const { db } = site.services;
  const setRole = (role: 'staff' | 'farmer') =>
    db.updateTable('members').set({ role }).where('id', '=', lito.member.id).execute();
  await setRole('staff');
  expect(await codesOf(mark)).toEqual(none);
  await setRole('farmer');
  requireOk(await lito.change('DELETE', `${STEWARDSHIPS}/own`));
  expect(await codesOf(mark)).toEqual(none);
});

test('a steward cannot act for a suspended person, except to respond to waiting members', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  requireOk(await agreeTo(mark, `${APPOINTMENTS}/${appointment_id}`));
  const staff = await signedInStaff(site);
  requireOk(await decide(staff, 'member', lito.member.id, { action: 'suspend', days: 7 }));
  expect((await post(mark, lito)).body['code']).toBe('suspended');
  requireOk(await callOff(mark, `${APPOINTMENTS}/${appointment_id}`, { reason: 'Not now' }));
});

test('members who block a steward neither see nor use what the steward posted', async () => {
  const { site, mark, lito, rosa, post_id, path } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  requireOk(await block(rosa, mark));
  expect((await rosa.get(path)).status).toBe(404);
  const agreed = await agreeTo(mark, `${APPOINTMENTS}/${appointment_id}`);
  expect(agreed.body['code']).toBe('pickup_not_found');
  expect((await agreeTo(lito, `${APPOINTMENTS}/${appointment_id}`)).status).toBe(200);
  const theirs = requireOk(await post(rosa, null)).body['data'].post_id;
  const for_account = lito.member.id;
  const sent = await askFor(site, mark, theirs, { for_account });
  expect(sent.body['code']).toBe('post_not_found');
});

test('ending a stewardship and a concurrent act run one after the other', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const [ended, agreed] = await Promise.all([
    lito.change('DELETE', `${STEWARDSHIPS}/own`),
    agreeTo(mark, `${APPOINTMENTS}/${appointment_id}`),
  ]);
  expect(ended.status).toBe(200);
  expect([200, 403, 404]).toContain(agreed.status);
  const again = await callOff(mark, `${APPOINTMENTS}/${appointment_id}`, { reason: 'No' });
  expect(again.status).toBe(404);
});

test('64 agreements at once by a steward give the last 10', { timeout: 60_000 }, async () => {
  const { site, mark, post_id, path } = await openActing();
  const paths: string[] = [];
  for (let nth = 0; nth < 64; nth += 1) {
    const { body } = await askFor(site, await withPhone(site), post_id, { amount: 1 });
    paths.push(`${APPOINTMENTS}/${body['data'].appointment_id}/agree`);
  }
  const forget = () => site.services.limits.forget(mark.member.id);
  await Promise.all(paths.map((each) => repeatWhileUnavailable(() => mark.post(each, {}), forget)));
  expect(await sumAgreed(site.services.db, post_id)).toEqual({ amount: 10 });
  const { listing } = (await mark.get(path)).body['data'];
  expect(listing).toMatchObject({ amount_left: 0, status: 'promised' });
});

test('the plain forms post and request for a person', async () => {
  const { site, mark, lito, rosa } = await openActing();
  const for_account = lito.member.id;
  const fields = { title: 'Hull', description: 'Hull', for_account, 'listing.town': LISTING.town };
  const listed = { 'listing.kind': 'offer', 'listing.material': 'rice-hull', 'listing.all': '1' };
  const sent = await sendForm(mark, '/exchange/new', { ...fields, ...listed });
  expect(sent.headers.get('location')).toBe(personPath(for_account));
  const rows = await site.services.db
    .selectFrom('posts as p')
    .innerJoin('listings as l', 'l.post_id', 'p.id')
    .where('l.material', '=', 'rice-hull')
    .select(['p.author_id', 'l.posted_by'])
    .execute();
  expect(rows).toEqual([{ author_id: for_account, posted_by: mark.member.id }]);
  const theirs = requireOk(await post(rosa, null)).body['data'].post_id;
  const wanted = { day: dayAfter(site, 1), amount: '2', for_account };
  const response = await sendForm(mark, `/exchange/${theirs}`, wanted);
  const [, id] = /pickups\/(.+)$/.exec(response.headers.get('location') ?? '') ?? [];
  expect((await lito.get(`${APPOINTMENTS}/${id}`)).body['data']).toMatchObject({ is_owner: false });
});

test('a steward who enters a person’s number is not told that it is theirs', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  await site.services.db
    .updateTable('members')
    .set({ contact_phone: null })
    .where('id', '!=', rosa.member.id)
    .execute();
  const theirs = requireOk(await post(rosa, null)).body['data'].post_id;
  const wanted = { subject: 'amount', post_id: theirs, day: dayAfter(site, 1), amount: 2 };
  const forLito = await mark.post(APPOINTMENTS, { ...wanted, for_account: lito.member.id });
  expect(forLito.body).toMatchObject({ code: 'number_needed' });
  expect(String(forLito.body['error'])).not.toMatch(/your (?:phone )?number|Account Settings/i);
  expect((await mark.post(APPOINTMENTS, wanted)).body).toMatchObject({ code: 'contact_required' });
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const agree = async (phone_number: string) =>
    (
      await sendForm(mark, `/exchange/pickups/${appointment_id}`, { action: 'agree', phone_number })
    ).json();
  expect((await agree('0917')).field_codes).toEqual({ phone_number: 'number_too_short' });
  expect((await agree('08171234567')).field_codes).toEqual({ phone_number: 'number_invalid' });
});

test('a steward’s form does not replace the number that a person has', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const agree = { action: 'agree', phone_number: '09998887777' };
  expect((await sendForm(mark, `/exchange/pickups/${appointment_id}`, agree)).status).toBe(303);
  const theirs = requireOk(await post(rosa, null)).body['data'].post_id;
  const wanted = { day: dayAfter(site, 1), amount: '2', for_account: lito.member.id };
  const given = { ...wanted, phone_number: '09998887777' };
  expect((await sendForm(mark, `/exchange/${theirs}`, given)).status).toBe(303);
  const seen = (await rosa.get(`${APPOINTMENTS}/${appointment_id}`)).body['data'];
  expect(seen.phone).toBe(lito.member.contact_phone);
});

test('a steward’s form adds the number that a person lacks', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  await site.services.db
    .updateTable('members')
    .set({ contact_phone: null })
    .where('id', '=', lito.member.id)
    .execute();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const path = `/exchange/pickups/${appointment_id}`;
  expect((await sendForm(mark, path, { action: 'agree' })).status).not.toBe(303);
  const agree = { action: 'agree', phone_number: '0999 888 7777' };
  expect((await sendForm(mark, path, agree)).status).toBe(303);
  const seen = (await rosa.get(`${APPOINTMENTS}/${appointment_id}`)).body['data'];
  expect(seen.phone).toBe('09998887777');
  expect((await mark.get('/api/web/account/profile')).body['data'].contact_phone).toBe(
    mark.member.contact_phone,
  );
});

test('a member who blocks a steward is in none of the steward’s lists and news', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const ana = await withPhone(site);
  const waiting = requireOk(await askFor(site, ana, post_id)).body['data'].appointment_id;
  requireOk(await agreeTo(lito, `${APPOINTMENTS}/${appointment_id}`));
  const viewer = await site.services.identity.findViewer(
    site.services,
    mark.cookies.get('session') ?? null,
  );
  const { acting } = await getPerson({ ...site.services, viewer } as Ctx, lito.member.id);
  const listed = async () => {
    const { agreed, requests, count } = await listPressing(acting);
    return [...[agreed, requests].map((each) => each.map((one) => one.appointment_id)), count];
  };
  expect(await listed()).toEqual([[appointment_id], [waiting], 1]);
  for (const each of [rosa, ana]) requireOk(await block(each, mark));
  expect(await listed()).toEqual([[], [], 0]);
  const heard = await titlesOf(mark);
  await remindMembers(site.services);
  expect((await titlesOf(lito))[0]).toMatch(/is tomorrow/);
  expect(await titlesOf(mark)).toEqual(heard);
});

test('a steward’s posts count together, for whomever they are', async () => {
  const { mark, lito } = await openActing();
  for (let nth = 1; nth < 20; nth += 1) requireOk(await post(mark, nth % 2 ? null : lito));
  for (const person of [lito, null]) expect((await post(mark, person)).status).toBe(429);
  requireOk(await post(lito, null));
});

test('a steward’s requests count together, for whomever they are', async () => {
  const { site, mark, lito, rosa } = await openActing();
  const ising = await withPhone(site);
  await lookAfter(site, mark, ising);
  const theirs = requireOk(await post(rosa, null)).body['data'].post_id;
  const people = [lito, ising];
  const sent = (nth: number) =>
    askFor(site, mark, theirs, { for_account: people[nth % 2]?.member.id });
  for (let nth = 0; nth < 30; nth += 1) expect((await sent(nth)).status).not.toBe(429);
  for (const nth of [0, 1]) expect((await sent(nth)).status).toBe(429);
  expect((await askFor(site, lito, theirs)).body['code']).toBe('pickup_exists');
});

test('a former steward cannot report an outcome', async () => {
  const { site, mark, lito, rosa, post_id } = await openActing();
  const { appointment_id } = requireOk(await askFor(site, rosa, post_id)).body['data'];
  const path = `${APPOINTMENTS}/${appointment_id}`;
  requireOk(await agreeTo(mark, path));
  await lookAfter(site, mark, rosa);
  site.advanceClock(DAY_MS);
  const taken = { result: 'taken', kg: 5000 };
  requireOk(await report(mark, path, taken));
  requireOk(await mark.change('DELETE', `${STEWARDSHIPS}/people/${lito.member.id}`));
  expect((await report(mark, path, taken)).body['code']).toBe('pickup_not_found');
  expect((await rosa.get(path)).body['data'].status).toBe('agreed');
});
