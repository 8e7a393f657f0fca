// Names, phone numbers and texts as people paste and type them.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { applyCorrection, writeCorrection } from '#lib/contract/corrections.ts';
import { nameWithoutPeriods } from '#lib/contract/people/names.ts';
import { PhoneInput } from '#lib/contract/people/profile.ts';
import { APPLICATIONS, applyFor, APPLICANT, signInStaff } from '#tests/support/nouns/joining.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const PROFILE = '/api/web/account/profile';
const PHONE = '/api/web/account/phone';

const codesOf = async (response: Promise<{ body: Record<string, unknown> }>) =>
  (await response).body['field_codes'];

test.each([
  ['Ma. Cristina', 'Ma Cristina'],
  ['dela Cruz Jr.', 'dela Cruz Jr'],
  ['Sto. Tomas', 'Sto Tomas'],
  ['Sto.Tomas', 'Sto Tomas'],
  ['J.P.', 'JP'],
  ['Ma.\u00a0Cristina', 'Ma Cristina'],
  ['A.', null],
  ['Ma. 2', null],
  ['Cruz, Jr.', null],
  ['...', null],
  [`${'x'.repeat(50)}y.`, null],
  ['Maria', null],
])('of the name %s, %s is offered', (typed, offer) => {
  expect(nameWithoutPeriods(typed)).toBe(offer);
});

test('the error for a period in a name has the same text as before', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const name = { first_name: 'Ma. Cristina', last_name: 'Reyes' };
  const { status, body } = await browser.change('PATCH', PROFILE, name);
  expect([status, body['error']]).toEqual([
    400,
    "Your name shouldn't contain any numerics and special characters.",
  ]);
});

test('look-alikes of a space, hyphen or apostrophe in a name are replaced everywhere', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const pasted = {
    first_name: 'Ma\u00a0Cristina\u202fLuz',
    middle_name: 'O\u2019Brien',
    last_name: 'Reyes\u2011Cruz\u2010D\u02bcAngelo\u2013Li',
  };
  const plain = {
    first_name: 'Ma Cristina Luz',
    middle_name: "O'Brien",
    last_name: "Reyes-Cruz-D'Angelo-Li",
  };
  const saved = await browser.change('PATCH', PROFILE, pasted);
  expect([saved.status, saved.body['data']]).toMatchObject([200, plain]);

  await applyFor(site.guest(), { first_name: 'Ma\u00a0Lea', last_name: 'O\u2019Brien' });
  const staff = await signInStaff(site);
  const { applications } = (await staff.get(APPLICATIONS)).body['data'];
  expect(applications).toMatchObject([{ name: "Ma Lea O'Brien" }]);
});

test('a name of invisible characters counts as missing', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const last_name = 'Reyes';
  for (const blank of [
    '\u3164\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u2800\u2800',
    '\ufe0f',
    '\u200b',
  ]) {
    const missing = browser.change('PATCH', PROFILE, { first_name: blank, last_name });
    expect(await codesOf(missing)).toEqual({ first_name: 'name_required' });
    const hidden = browser.change('PATCH', PROFILE, { first_name: `Ana${blank}`, last_name });
    expect(await codesOf(hidden)).toEqual({ first_name: 'name_characters' });
  }
});

test('a form that staff send with the proposed name saves it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const names = { first_name: 'Ma. Lea', middle_name: '', last_name: 'Manalo' };
  const form = { action: 'add', ...names, email: 'lea@glean.example', role: 'gleaner' };
  const rejected = await sendForm(staff, '/staff/members/new', form);
  expect(rejected.status).toBe(400);
  const correction = writeCorrection('first_name', 'Ma Lea');
  const [status] = redirectOf(await sendForm(staff, '/staff/members/new', { ...form, correction }));
  expect(status).toBe(303);
  const { db } = site.services;
  const member = db.selectFrom('members').where('email', '=', form.email).select('first_name');
  expect(await member.executeTakeFirst()).toEqual({ first_name: 'Ma Lea' });
});

test('a correction adds no field that is not in the form', () => {
  const form = new URLSearchParams({ name: 'Ma.', correction: 'name=Ma&role=staff' });
  applyCorrection(form);
  expect([...form]).toEqual([['name', 'Ma']]);
});

const NUMBERS = [
  '+63 (917) 123-4567',
  '+63 917 123 4567',
  '0063 917 123 4567',
  '+63 (0)917 123 4567',
  '63 0917 123 4567',
  '0917.123.4567',
  '0917/123/4567',
  '(0917) 123-4567',
  '+63\u00a0917\u2011123\u20134567',
  '\u202a+63 917 123 4567\u202c',
  '0917\u200b123\ufeff4567',
  '\uff10\uff19\uff11\uff17\uff11\uff12\uff13\uff14\uff15\uff16\uff17',
  '\uff0b\uff16\uff13\uff08\uff10\uff09917 123 4567',
  'tel:+639171234567',
];

test.each(NUMBERS)('the number %j is 09171234567', (typed) => {
  expect(z.safeParse(PhoneInput, { phone_number: typed }).data).toEqual({
    phone_number: '09171234567',
  });
});

test('a number is accepted as pasted, in the profile and on joining', async () => {
  const [typed] = NUMBERS;
  const site = await openSite();
  const browser = await site.signedIn();
  const saved = await browser.change('PATCH', PHONE, { phone_number: typed });
  expect(saved.body['data']).toMatchObject({ contact_phone: '09171234567' });
  const form = { ...APPLICANT, phone_number: String(typed) };
  expect((await sendForm(site.guest(), '/join', form)).status).toBe(303);
  const row = site.services.db.selectFrom('applications').select('contact_phone');
  expect(await row.executeTakeFirst()).toEqual({ contact_phone: '09171234567' });
});

test.each([
  ['', 'phone_required'],
  [' - ', 'phone_required'],
  ['917 123 4567', 'phone_too_short'],
  ['+63 917 123 45', 'phone_too_short'],
  ['+63 917 123 456', 'phone_invalid'],
  ['0917 123 45678', 'phone_invalid'],
  ['0917123456a', 'phone_invalid'],
  ['09171234567 x2', 'phone_invalid'],
  ['+1 917 123 45678', 'phone_invalid'],
  ['0817 123 4567', 'phone_invalid'],
])('the number %j is %s', (phone_number, code) => {
  const { error } = z.safeParse(PhoneInput, { phone_number });
  expect(error?.issues.map(({ message }) => message)).toEqual([code]);
});

const BLANK = [
  '\u2800',
  '\ufffc',
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u180e',
  '\ufe0f',
  '\u{e0100}',
  '\u034f',
  '\u17b4',
  '\u00ad',
  ' \u2800\u200b\n',
];

test('a text of invisible characters counts as missing', async () => {
  const site = await openSite();
  const [ana, ben] = [await site.signedIn(), await site.signedIn()];
  const { post_id } = (await ana.post(POSTS, postForm())).body['data'];
  const path = `${POSTS}/${post_id}`;
  for (const blank of BLANK) {
    const post = postForm([], { title: blank, description: blank });
    expect(await codesOf(ana.post(POSTS, post)), JSON.stringify(blank)).toEqual({
      title: 'title_required',
      description: 'description_required',
    });
    expect(await codesOf(ben.post(`${path}/comments`, { comment: blank }))).toEqual({
      comment: 'comment_required',
    });
    expect(await codesOf(ben.post(`${path}/report`, { report_desc: blank }))).toEqual({
      report_desc: 'report_reason_required',
    });
    expect(await codesOf(applyFor(site.guest(), { about: blank }))).toEqual({
      about: 'about_required',
    });
  }
});

test('emoji, and words with invisible marks, are valid texts', async () => {
  const site = await openSite();
  const ana = await site.signedIn();
  for (const title of ['\u2764\ufe0f', 'Ipa\u200b ng palay', '\u{1f33e}'])
    expect((await ana.post(POSTS, postForm([], { title }))).body['data']).toMatchObject({ title });
});
