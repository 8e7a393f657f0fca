import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openSite } from '#tests/support/site/site.ts';

const PROFILE = '/api/web/account/profile';
const PHONE = '/api/web/account/phone';
const NAME = { first_name: 'Maria', middle_name: 'Luz', last_name: 'Santos' };

test('a member reads only their own account', async () => {
  const site = await openSite();
  const member = await site.member({
    role: 'processor',
    contact_phone: '09171234567',
    birthdate: '1975-03-09',
    joined_at: Date.UTC(2026, 0, 5),
    avatar_key: 'AAAAAAAAAAAAAAAAAAAAAA-320x320',
  });
  const browser = await site.signedIn(member);
  const { status, body, headers } = await browser.get(PROFILE);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    data: {
      account_id: member.id,
      ...NAME,
      role: 'Bio-waste processor',
      email: member.email,
      contact_phone: '09171234567',
      birthdate: '1975-03-09',
      joined_date: '2026-01-05T00:00:00.000Z',
      profile_picture: '/media/AAAAAAAAAAAAAAAAAAAAAA-320x320/320.webp',
      sign_in_phone: null,
      claimed_phone: null,
      town: null,
    },
  });
});

test('a new name is trimmed, normalized, and shown everywhere', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  await addPost(site.services.db, { author_id: browser.member.id });
  const name = {
    first_name: ' Ñin\u0303a ',
    middle_name: "D'Angelo",
    last_name: 'Dela Cruz-Reyes',
  };
  const { status, body } = await browser.change('PATCH', PROFILE, name);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({ first_name: 'Ñiña', last_name: 'Dela Cruz-Reyes' });
  expect((await browser.get(PROFILE)).body).toEqual(body);
  const { posts } = (await site.guest().get('/api/web/forum/posts/limited')).body['data'];
  expect(posts[0].account.name).toBe('Ñiña Dela Cruz-Reyes');
});

test.each([
  ['no first name', { first_name: ' ' }, 'Your complete name is required.'],
  ['no last name', { last_name: '' }, 'Your complete name is required.'],
  [
    'a digit',
    { first_name: 'Mar1a' },
    "Your name shouldn't contain any numerics and special characters.",
  ],
  [
    'a special character',
    { last_name: 'Santos@' },
    "Your name shouldn't contain any numerics and special characters.",
  ],
  [
    'no letter',
    { first_name: '--' },
    "Your name shouldn't contain any numerics and special characters.",
  ],
  [
    'two lone accents',
    { last_name: '\u0301\u0301' },
    "Your name shouldn't contain any numerics and special characters.",
  ],
  [
    'a line break within',
    { first_name: 'Ma\nria' },
    "Your name shouldn't contain any numerics and special characters.",
  ],
  [
    '51 letters',
    { first_name: 'x'.repeat(51) },
    'Name has a maximum of 50 characters. Please try again.',
  ],
  ['one letter', { first_name: 'M' }, 'Your name must be more than one character.'],
  ['one letter in the middle', { middle_name: 'L' }, 'Your name must be more than one character.'],
  [
    'spaces in the middle',
    { middle_name: '   ' },
    'Middle name cannot be empty or consist only of spaces.',
  ],
  [
    'an emptied middle name',
    { middle_name: '' },
    'Middle name cannot be empty or consist only of spaces.',
  ],
  ['no change', {}, 'No changes have been made.'],
  ['no change but spaces', { first_name: ' Maria ' }, 'No changes have been made.'],
  ['a list', { first_name: ['Maria'] }, 'Your complete name is required.'],
])('a name with %s is rejected', async (_, given, error) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.change('PATCH', PROFILE, { ...NAME, ...given });
  expect({ status, error: body['error'] }).toEqual({ status: 400, error });
  expect((await browser.get(PROFILE)).body['data']).toMatchObject(NAME);
});

test('a middle name is optional for a member who never had one; 50 letters are accepted', async () => {
  const site = await openSite();
  const browser = await site.signedIn(await site.member({ middle_name: '' }));
  const name = { first_name: 'x'.repeat(50), middle_name: '', last_name: 'Li' };
  const { status, body } = await browser.change('PATCH', PROFILE, name);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject(name);
});

test.each([undefined, null])('a middle name of %s changes nothing', async (middle_name) => {
  const site = await openSite();
  for (const middle of ['', 'Luz']) {
    const browser = await site.signedIn(await site.member({ middle_name: middle }));
    const name = { first_name: 'Rosa', last_name: 'Santos' };
    const { status, body } = await browser.change('PATCH', PROFILE, { ...name, middle_name });
    expect([status, body['data']]).toMatchObject([200, { ...name, middle_name: middle }]);
    const again = await browser.change('PATCH', PROFILE, { ...name, middle_name });
    expect(again.body['code']).toBe('no_changes');
  }
});

test('fields that a member may not set are ignored (ASVS 15.3.3, 7.5.1)', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const more = {
    id: 'x',
    role: 'staff',
    email: 'eve@evil.example',
    password_hash: 'x',
    joined_at: 1,
    disabled_at: 1,
    posts_count: 9,
    birthdate: '2000-01-01',
  };
  const fields = Object.keys(more) as (keyof typeof more)[];
  const read = () =>
    site.services.db
      .selectFrom('members')
      .select([...fields, 'first_name'])
      .executeTakeFirstOrThrow();
  const before = await read();
  await browser.change('PATCH', PROFILE, { ...NAME, first_name: 'Mary', ...more });
  expect({ ...(await read()) }).toEqual({ ...before, first_name: 'Mary' });
});

test.each([
  ['09181234567', '09181234567'],
  ['639181234567', '09181234567'],
  ['+63 918 123-4567', '09181234567'],
])('the number %s is stored as %s', async (phone_number, stored) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.change('PATCH', PHONE, { phone_number });
  expect(status).toBe(200);
  expect(body['data'].contact_phone).toBe(stored);
  const again = await browser.change('PATCH', PHONE, { phone_number });
  expect(again).toMatchObject({ status: 400, body: { error: 'No changes have been made.' } });
});

test.each([
  ['', 'Contact no. is required.'],
  [undefined, 'Contact no. is required.'],
  ['0918123456', 'Your contact number must be 11 digits long.'],
  ['08181234567', 'Your phone number must be a valid Philippine number (09*********).'],
  ['091812345678', 'Your phone number must be a valid Philippine number (09*********).'],
  ['63918123456', 'Your phone number must be a valid Philippine number (09*********).'],
  ['0918123456x', 'Your phone number must be a valid Philippine number (09*********).'],
])('the number %j is rejected: %s', async (phone_number, error) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.change('PATCH', PHONE, { phone_number });
  expect({ status, error: body['error'] }).toEqual({ status: 400, error });
  expect((await browser.get(PROFILE)).body['data'].contact_phone).toBeNull();
});
