// Members from a list: who is imported and how, and how to undo it.
import { expect, test } from 'vitest';

import { sendInvitations } from '#lib/server/app/imports/send-invitations.ts';
import { deleteOldImports } from '#lib/server/app/imports/service.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { eraseMember } from '#lib/server/privacy/erasures/erase-member.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import { deliveredEmails, readEmail } from '#tests/support/nouns/emails.ts';
import {
  bringIn,
  codesOf,
  IMPORT_PAGE,
  IMPORTS,
  LIST,
  listOf,
  openDesk,
  PAPER,
  phonesOf,
  preview,
  statesOf,
  undo,
} from '#tests/support/nouns/imports.ts';
import { JOIN, NEW_PASSWORD, newestToken, publish, tokenIn } from '#tests/support/nouns/joining.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';
import { actsOf, MEMBERS, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { type ApiResponse, type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);

const idOf = (response: ApiResponse): string => requireOk(response).body['data'].import_id;
const phoneSignIn = (site: Site, phone_number: string) =>
  site.guest().post('/api/web/auth/phone-login', { phone_number, password: NEW_PASSWORD });

/** Gives someone a desk code, with which they choose a password. */
async function handCode(site: Site, staff: MemberBrowser, id: string): Promise<void> {
  const { code } = requireOk(await staff.post(`${MEMBERS}/${id}/desk-code`)).body['data'];
  requireOk(await site.guest().post('/api/web/auth/desk-code', { code, password: NEW_PASSWORD }));
}

const memberOf = async ({ services: { db } }: Site, phone: string) =>
  db.selectFrom('members').where('sign_in_phone', '=', phone).selectAll().executeTakeFirst();

test('people with an email are invited, and become members once they agree', async () => {
  const { site, staff } = await openDesk();
  await publish(site);
  requireOk(
    await staff.post('/api/web/account/consents', { document: 'terms_and_conditions', version: 1 }),
  );
  const id = idOf(await bringIn(staff, LIST, { ...PAPER, language: 'fil' }));
  expect(await statesOf(staff, id)).toEqual({
    'Lito Bautista': 'waiting',
    'Nena dela Cruz': 'added',
    'Ramon Santos': 'waiting',
    'Ising Reyes': 'added',
  });
  await sendInvitations(site.services);
  const emails = (await deliveredEmails(site)).map(readEmail);
  expect(emails.map(({ to }) => /<(.*)>/.exec(to)?.[1])).toEqual([
    'lito@farm.example',
    'ramon@farm.example',
  ]);
  expect(emails[0]?.text).toContain('Nasa listahan ka');
  const members = await site.services.db.selectFrom('members').select('email').execute();
  expect(members.map(({ email }) => email)).not.toContain('ramon@farm.example');
  const confirm = async (given: object) =>
    site.guest().post(`${JOIN}/confirm`, {
      token: await newestToken(site),
      password: NEW_PASSWORD,
      ...given,
    });
  expect(codesOf(await confirm({}))).toEqual({ terms_version: 'agreement_required' });
  requireOk(await confirm({ terms_version: 1 }));
  expect(await statesOf(staff, id)).toMatchObject({
    'Lito Bautista': 'invited',
    'Ramon Santos': 'joined',
  });
  const ramon = await site.services.db
    .selectFrom('members as m')
    .innerJoin('consents as c', 'c.member_id', 'm.id')
    .where('m.email', '=', 'ramon@farm.example')
    .select(['m.role', 'm.town', 'c.version', 'c.origin'])
    .execute();
  expect(ramon).toEqual([{ role: 'processor', town: GUIMBA, version: 1, origin: 'invitation' }]);
});

test('staff resend an unused link, with the same text', async () => {
  const { site, staff } = await openDesk();
  idOf(await bringIn(staff, listOf(1)));
  await sendInvitations(site.services);
  await deliveredEmails(site);
  const { applications } = (await staff.get('/api/admin/applications?state=admitted')).body['data'];
  requireOk(await staff.post(`/api/admin/applications/${applications[0].application_id}/admit`));
  const [first, second] = (await deliveredEmails(site)).map(readEmail);
  expect(second?.subject).toBe(first?.subject);
  expect(tokenIn(second?.text)).not.toBe(tokenIn(first?.text));
});

test('people without an email agreed on paper, and log in with a desk code', async () => {
  const { site, staff } = await openDesk();
  expect(codesOf(await bringIn(staff, LIST, {}))).toEqual({ has_paper: 'paper_required' });
  expect(codesOf(await bringIn(staff, LIST, { has_paper: true }))).toEqual({
    paper: 'paper_place_required',
  });
  const id = idOf(await bringIn(staff));
  const nena = await memberOf(site, '09171234567');
  expect(nena).toMatchObject({
    first_name: 'Nena',
    last_name: 'dela Cruz',
    contact_phone: '09171234567',
  });
  expect((await phoneSignIn(site, '09171234567')).status).toBe(401);
  await handCode(site, staff, nena?.id ?? '');
  requireOk(await phoneSignIn(site, '09171234567'));
  const detail = (await staff.get(`${IMPORTS}/${id}`)).body;
  expect(detail['data']).toMatchObject({ paper: 'Blue folder', people: 4 });
  expect(JSON.stringify(detail)).not.toMatch(/0917|@farm/);
  const details = { members: 4, by_phone: 2 };
  const [act] = await actsOf(site, 'members.imported');
  expect(act).toMatchObject({ actor_id: staff.member.id, target_id: id });
  expect(JSON.parse(act?.details ?? '')).toEqual(details);
  expect(await actsOf(site, 'member.added')).toHaveLength(2);
});

test('at most 30 people get one steward, with the place of their paper consents', async () => {
  const { site, staff } = await openDesk();
  const mark = await site.member({ email: 'mark@farm.example' });
  const asPeople = (list: string, steward = mark.email ?? '') =>
    bringIn(staff, list, { ...PAPER, without_email: 'steward', steward });
  expect(codesOf(await asPeople(LIST, 'none@farm.example'))).toEqual({ steward: 'unknown_member' });
  requireOk(await asPeople(phonesOf(29)));
  expect(codesOf(await asPeople(phonesOf(2, 100)))).toEqual({ steward: 'too_many_people' });
  requireOk(await asPeople(phonesOf(1, 200)));
  const begun = await site.services.db.selectFrom('stewardships').selectAll().execute();
  expect(begun).toHaveLength(30);
  expect(begun[0]).toMatchObject({
    steward_id: mark.id,
    consent: 'paper',
    consent_note: 'Blue folder',
    begun_by: staff.member.id,
  });
});

test('notifications from a steward do not count as use of the account', async () => {
  const gateway = await openSmsGateway();
  const site = await openSite(gateway.env);
  site.advanceTo(12);
  const staff = await signedInStaff(site);
  const { id: steward } = await site.member();
  const given = { ...PAPER, without_email: 'steward', steward };
  const id = idOf(await bringIn(staff, phonesOf(2), given));
  await sendPending(site.services);
  expect(gateway.taken).toHaveLength(2);
  requireOk(await undo(staff, id));
  expect(await statesOf(staff, id)).toEqual({});
});

test('64 concurrent servers queue 50 invitations an hour, each once, and the next 50 an hour later', async () => {
  const { site, staff } = await openDesk();
  idOf(await bringIn(staff, listOf(40)));
  idOf(await bringIn(staff, listOf(80, 40)));
  const sendAtOnce = () =>
    // On a slow machine some get no connection.
    Promise.all(Array.from({ length: 64 }, () => sendInvitations(site.services).catch(() => 0)));
  expect(sum(await sendAtOnce())).toBe(50);
  site.advanceClock(HOUR_MS / 2);
  expect(sum(await sendAtOnce())).toBe(0);
  site.advanceClock(HOUR_MS / 2);
  expect(sum(await sendAtOnce())).toBe(50);
  site.advanceClock(HOUR_MS);
  expect(sum(await sendAtOnce())).toBe(20);
  const to = (await deliveredEmails(site)).map((email) => readEmail(email).to);
  expect([to.length, new Set(to).size]).toEqual([120, 120]);
}, 60_000);

test('64 concurrent imports of the same people import each once', async () => {
  const { site, staff } = await openDesk();
  const desks = [staff];
  for (const name of ['Rey', 'Ana', 'Ben']) desks.push(await signedInStaff(site, name));
  // Each starts with another person.
  const lines = LIST.split('\n');
  const lists = lines.map((_, nth) => [...lines.slice(nth), ...lines.slice(0, nth)].join('\n'));
  const responses = await Promise.all(
    Array.from({ length: 64 }, (_, nth) =>
      bringIn(desks[nth % 4] ?? staff, lists[Math.floor(nth / 4) % 4]),
    ),
  );
  const people: number[] = responses.flatMap(({ status, body }) =>
    status === 201 ? body['data'].people : [],
  );
  expect(people.reduce((total, each) => total + each, 0)).toBe(4);
  const { db } = site.services;
  expect(await db.selectFrom('import_rows').select('id').execute()).toHaveLength(4);
  expect(await db.selectFrom('import_batches').select('id').execute()).toHaveLength(people.length);
  const statuses = new Set(responses.map(({ status }) => status));
  expect([...statuses].filter((status) => ![201, 409, 429].includes(status))).toEqual([]);
}, 60_000);

test('undoing a list removes unused accounts; people who joined or used theirs stay, and are listed', async () => {
  const { site, staff } = await openDesk();
  const id = idOf(await bringIn(staff));
  const later = idOf(await bringIn(staff, listOf(1)));
  await sendInvitations(site.services);
  const tokens = (await deliveredEmails(site)).map((email) => tokenIn(readEmail(email).text));
  const confirm = (token = '') =>
    site.guest().post(`${JOIN}/confirm`, { token, password: NEW_PASSWORD });
  requireOk(await confirm(tokens[0]));
  const nena = await memberOf(site, '09171234567');
  await handCode(site, staff, nena?.id ?? '');
  requireOk(await staff.post(`${MEMBERS}/${(await memberOf(site, '09181234567'))?.id}/desk-code`));
  const { data } = requireOk(await undo(staff, id)).body;
  expect(data.undone_at).not.toBe(null);
  expect(await statesOf(staff, id)).toEqual({
    'Lito Bautista': 'joined',
    'Nena dela Cruz': 'added',
  });
  expect(await memberOf(site, '09181234567')).toBe(undefined);
  expect((await confirm(tokens[1])).body['code']).toBe('join_link_expired');
  requireOk(await confirm(tokens[2]));
  expect(await statesOf(staff, later)).toEqual({ 'Ana Cruz': 'joined' });
  requireOk(await undo(staff, id));
  const acts = await actsOf(site, 'import.undone');
  expect(acts.map(({ details }) => details)).toEqual(['{"members":2}']);
  expect((await preview(staff, LIST)).rows).toHaveLength(2);
});

test('undoing stops waiting invitations', async () => {
  const { site, staff } = await openDesk();
  const id = idOf(await bringIn(staff, listOf(60)));
  await sendInvitations(site.services);
  requireOk(await undo(staff, id));
  site.advanceClock(2 * HOUR_MS);
  expect(await sendInvitations(site.services)).toBe(0);
  expect(await statesOf(staff, id)).toEqual({});
});

test('a person with a follower stays', async () => {
  const { site, staff } = await openDesk();
  const id = idOf(await bringIn(staff));
  const ising = await memberOf(site, '09181234567');
  await site.services.db
    .insertInto('follows')
    .values({
      id: newId(),
      follower_id: staff.member.id,
      followed_id: ising?.id ?? '',
      created_at: 1,
    })
    .execute();
  requireOk(await undo(staff, id));
  expect(await statesOf(staff, id)).toEqual({ 'Ising Reyes': 'added' });
});

test('only staff import, with a fresh confirmation', async () => {
  const { site, staff } = await openDesk();
  const id = idOf(await bringIn(staff, listOf(1)));
  const member = await site.signedIn();
  const disabled = await signedInStaff(site, 'Rey');
  await site.services.db
    .updateTable('members')
    .set({ disabled_at: 1 })
    .where('id', '=', disabled.member.id)
    .execute();
  const asksOf = async (browser: Browser) => [
    await browser.post(`${IMPORTS}/preview`, { list: LIST }),
    await bringIn(browser),
    await browser.get(IMPORTS),
    await browser.get(`${IMPORTS}/${id}`),
    await undo(browser, id),
  ];
  const statuses = async (browser: Browser) => (await asksOf(browser)).map(({ status }) => status);
  expect(await statuses(member)).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses(site.guest())).toEqual([401, 401, 401, 401, 401]);
  expect(await statuses(disabled)).toEqual([401, 401, 401, 401, 401]);
  site.advanceClock(STALE_MS);
  const stale = await asksOf(staff);
  expect(stale.map(codesOf)).toEqual([
    'confirmation_required',
    'confirmation_required',
    undefined,
    undefined,
    'confirmation_required',
  ]);
  expect((await site.services.db.selectFrom('import_batches').select('id').execute()).length).toBe(
    1,
  );
});

test('the plain forms work without JavaScript', async () => {
  const { staff } = await openDesk();
  const form = { action: 'import', list: LIST, has_paper: 'yes', paper: 'Blue folder' };
  const [status, location] = redirectOf(await sendForm(staff, IMPORT_PAGE, form));
  expect([status, location]).toEqual([
    303,
    expect.stringMatching(/import\/[\da-f-]{36}\?done=import$/),
  ]);
  const path = String(location).split('?')[0] ?? '';
  const undone = await sendForm(staff, path, { action: 'undo' });
  expect(redirectOf(undone)).toEqual([303, `${path}?done=undo`]);
});

test('people who did not join are deleted after 30 days, and erased members’ rows with them', async () => {
  const { site, staff } = await openDesk();
  const { db } = site.services;
  idOf(await bringIn(staff));
  const ising = await memberOf(site, '09181234567');
  const lito = await site.member({ email: 'lito@farm.example' });
  await eraseMember(site.services, ising?.id ?? '');
  await eraseMember(site.services, lito.id);
  const names = async () =>
    (await db.selectFrom('import_rows').orderBy('line').select('first_name').execute()).map(
      ({ first_name }) => first_name,
    );
  expect(await names()).toEqual(['Nena', 'Ramon']);
  idOf(await bringIn(staff, listOf(1)));
  site.advanceClock(30 * DAY_MS + 1);
  await deleteOldImports(site.services);
  expect(await names()).toEqual(['Nena']);
  expect((await db.selectFrom('import_batches').select('id').execute()).length).toBe(1);
});
