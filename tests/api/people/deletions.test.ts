import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { eraseDueMembers } from '#lib/server/privacy/erasures/erase-member.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const DELETION = '/api/web/account/deletion';
const LOGIN = '/api/web/auth/login';
const profileOf = (id: string) => `/api/web/forum/users/${id}/profile`;

const askForDeletion = (browser: Browser, password = PASSWORD) =>
  browser.post(DELETION, { [CONFIRM_FIELD]: password });

const logIn = (site: Site, email: string) =>
  site.guest().post(LOGIN, { email, password: PASSWORD });

const isMember = async ({ services }: Site, id: string) =>
  (await services.db.selectFrom('members').where('id', '=', id).select('id').execute()).length ===
  1;

test('the deletion of an account needs the password', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const wrong = await askForDeletion(browser, 'Straw-for-8-Cows');
  expect([wrong.status, wrong.body['field_codes']]).toEqual([
    403,
    { [CONFIRM_FIELD]: 'wrong_current_password' },
  ]);
  expect((await browser.post(DELETION, {})).status).toBe(400);
  expect((await browser.get('/api/web/account/profile')).status).toBe(200);
});

test('it logs out everywhere, hides the member, and emails the date', async () => {
  const site = await openSite();
  const [browser, reader] = [await site.loggedIn(), await site.signedIn()];
  const { id } = browser.member;
  const second = await site.signedIn(browser.member);
  const { body } = await browser.post(POSTS, postForm());
  const post = `${POSTS}/${body['data'].post_id}`;
  const { status, headers } = await askForDeletion(browser);
  expect(status).toBe(202);
  expect(headers.get('clear-site-data')).toBe('"cache"');
  expect(browser.cookies.has('session')).toBe(false);
  expect((await second.get('/api/web/account/profile')).status).toBe(401);
  for (const path of [post, profileOf(id)]) expect((await reader.get(path)).status).toBe(404);
  const emails = await deliveredEmails(site);
  expect(emails.at(-1)).toContain('will be deleted');
});

test('a login within 14 days restores the account with all its data', async () => {
  const site = await openSite();
  const [browser, reader] = [await site.loggedIn(), await site.signedIn()];
  const { id, email } = browser.member;
  const { body } = await browser.post(POSTS, postForm());
  await reader.post(`/api/web/forum/follow/account/${id}`);
  await askForDeletion(browser);
  site.advanceClock(13 * DAY_MS);
  await eraseDueMembers(site.services);
  expect((await logIn(site, email)).status).toBe(200);
  expect((await deliveredEmails(site)).at(-1)).toContain('account stays');
  site.advanceClock(13 * DAY_MS);
  await eraseDueMembers(site.services);
  const again = await site.signedIn(reader.member);
  expect((await again.get(`${POSTS}/${body['data'].post_id}`)).status).toBe(200);
  expect((await again.get(profileOf(id))).body['data']).toMatchObject({
    followers: 1,
    post_count: 1,
  });
});

test('a member who logs in right before the erasure is not erased', async () => {
  const site = await openSite();
  const { services } = site;
  const browser = await site.loggedIn();
  const { id, email } = browser.member;
  await askForDeletion(browser);
  site.advanceClock(14 * DAY_MS);
  // Between the job's list and its transaction.
  const forget = async (memberId: string) => {
    expect((await logIn(site, email)).status).toBe(200);
    await services.limits.forget(memberId);
  };
  const limits = Object.create(services.limits, { forget: { value: forget } });
  await eraseDueMembers({ ...services, limits });
  expect(await isMember(site, id)).toBe(true);
});

test('a pending export is not made after the deletion was requested', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  await browser.post('/api/web/account/export');
  await askForDeletion(browser);
  await makeDueExports(site.services);
  expect(await Array.fromAsync(site.services.exportFiles.list())).toEqual([]);
  const emails = await deliveredEmails(site);
  expect(emails.join('\n')).not.toContain('Your Glean data is ready');
});

test('after 14 days no one can log in, and the email is free again', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const { id, email } = browser.member;
  await askForDeletion(browser);
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(site.services);
  expect(await isMember(site, id)).toBe(false);
  expect((await logIn(site, email)).status).toBe(401);
  expect((await site.member({ email })).email).toBe(email);
});

test('a forgotten password does not shorten the grace period', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const { email } = browser.member;
  await askForDeletion(browser);
  await deliveredEmails(site);
  await site.guest().post('/api/web/auth/forgot-password', { email });
  expect((await deliveredEmails(site)).at(-1)).toMatch(/^\d{8}\r?$/m);
});

test('a member disabled by staff in the grace period cannot log in, and is still erased', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const { id, email } = browser.member;
  await askForDeletion(browser);
  site.advanceClock(DAY_MS);
  await disableMember(site.services, id);
  expect((await logIn(site, email)).status).toBe(401);
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(site.services);
  expect(await isMember(site, id)).toBe(false);
});

test('a member enabled again by staff is not erased', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  await askForDeletion(browser);
  await enableMember(site.services, browser.member.id);
  site.advanceClock(15 * DAY_MS);
  await eraseDueMembers(site.services);
  expect(await isMember(site, browser.member.id)).toBe(true);
});

test('the last member of staff cannot delete their account', async () => {
  const site = await openSite();
  const first = await site.loggedIn(await site.member({ role: 'staff' }));
  const rejected = await askForDeletion(first);
  expect([rejected.status, rejected.body['code']]).toEqual([409, 'last_staff_member']);
  expect((await first.get('/api/web/account/profile')).status).toBe(200);
  const second = await site.loggedIn(await site.member({ role: 'staff' }));
  const both = await Promise.all([askForDeletion(first), askForDeletion(second)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
});

test('partners of open pickups are notified with the request, and the notification stays', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const { owner } = stage;
  const [waiting, leaving] = [await withPhone(site), await withPhone(site)];
  await agreeWith(stage, waiting, { amount: 4 });
  const path = await agreeWith(stage, leaving, { amount: 6 });
  await askForDeletion(leaving);
  expect((await owner.get(path)).body['data']).toMatchObject({
    status: 'called_off',
    account: null,
  });
  const listing = async () =>
    (await owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'].listing;
  expect(await listing()).toMatchObject({ amount_left: 6, status: 'open' });
  await askForDeletion(owner);
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(site.services);
  const reader = await site.signedIn(waiting.member);
  expect((await getAllNotifications(reader))[0]).toMatchObject({
    title: 'A pickup was called off: the other member left',
    content: expect.stringMatching(/^rice straw, \d+ \w+$/i),
    link_data: null,
  });
  expect((await reader.get(`${APPOINTMENTS}?state=ended`)).body['data'].appointments).toEqual([]);
});

test('the outcome of a past pickup can still be reported', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { amount: 4, day: dayAfter(site, 0) });
  site.advanceClock(DAY_MS);
  await requester.post('/api/web/account/confirmations', { [CONFIRM_FIELD]: PASSWORD });
  await askForDeletion(requester);
  expect((await stage.owner.get(path)).body['data'].status).toBe('agreed');
  expect((await ask(stage, await withPhone(site), { amount: 1 })).status).toBe(201);
});

test('the page’s plain form deletes the account, and leads to a page for guests', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const path = '/profile/privacy/delete';
  const response = await sendForm(browser, path, { [CONFIRM_FIELD]: PASSWORD });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/goodbye']);
  expect(browser.cookies.has('session')).toBe(false);
  expect((await logIn(site, browser.member.email)).status).toBe(200);
});

test('a birthdate can be removed', async () => {
  const site = await openSite();
  const browser = await site.signedIn(await site.member({ birthdate: '1970-01-31' }));
  const { body } = await browser.change('DELETE', '/api/web/account/birthdate');
  expect(body['data'].birthdate).toBeNull();
});
