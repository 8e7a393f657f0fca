import { expect, test } from 'vitest';

import { addMember } from '#lib/server/people/managed-members/manage-members.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const LEA = {
  email: 'lea@farm.example',
  role: 'gleaner',
  first_name: 'Lea',
  middle_name: '',
  last_name: 'Manalo',
} as const;

const addLea = async (site: Site): Promise<string> => {
  const { link } = await addMember(site.services, LEA);
  return new URL(link).pathname;
};

const choose = async (browser: Browser, path: string, password = NEW_PASSWORD) => {
  const response = await sendForm(browser, path, { password });
  if (response.status === 303) return response.headers.get('location');
  const { code, field_codes } = await response.json();
  return field_codes ?? code;
};

const signIn = (site: Site) =>
  site.guest().post('/api/web/auth/login', { email: LEA.email, password: NEW_PASSWORD });

test('a member added by an operator chooses a password with the link, once, even after an email', async () => {
  const site = await openSite();
  const path = await addLea(site);
  const email = (await deliveredEmails(site)).at(-1)?.replaceAll(/=\r?\n/g, '');
  expect(email).toContain(path);
  const guest = site.guest();
  expect(await choose(guest, path, 'short')).toEqual({ password: 'password_weak' });
  expect(await choose(guest, path, 'Manalo-Lea-2026!')).toEqual({ password: 'common_password' });
  expect(await choose(guest, path)).toBe('/forgot-password/success');
  expect(guest.cookies.has('session')).toBe(false);
  expect((await signIn(site)).status).toBe(200);
  expect(await choose(guest, path)).toEqual('password_link_expired');
});

test('of two concurrent uses of a link, one sets the password', async () => {
  const site = await openSite();
  const path = await addLea(site);
  const results = await Promise.all([site.guest(), site.guest()].map((each) => choose(each, path)));
  expect(new Set(results)).toEqual(new Set(['/forgot-password/success', 'password_link_expired']));
});

test.each([
  ['after 24 hours', (path: string) => path, 24 * HOUR + 1],
  ['with a later end', (path: string) => path.replace(/\.(\w+)\./, '.z$1.'), 0],
  ['for another member', (path: string) => path.replace(/[\da-f](?=\.)/, 'x'), 0],
  [
    'with another signature',
    (path: string) => path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    0,
  ],
])('a link does not work %s', async (_, change, ms) => {
  const site = await openSite();
  const path = await addLea(site);
  site.advanceClock(ms);
  const result = await choose(site.guest(), change(path));
  expect(JSON.stringify(result)).toContain('password_link_expired');
  expect((await signIn(site)).status).toBe(401);
});

test('a link does not work for a member disabled since', async () => {
  const site = await openSite();
  const path = await addLea(site);
  await site.services.db.updateTable('members').set({ disabled_at: 1 }).execute();
  expect(await choose(site.guest(), path)).toBe('password_link_expired');
});
