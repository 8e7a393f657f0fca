// The display settings of a device: a plain form that sets cookies, for guests and members.
import { expect, test } from 'vitest';

import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const PATH = '/display';

/** The settings and lifetimes in a response's cookies. */
const storedBy = (response: Response) =>
  response.headers
    .getSetCookie()
    .filter((each) => /^(?:theme|text-size|data-saver)=/.test(each))
    .toSorted();

test('a guest’s settings are stored for more than a year', async () => {
  const site = await openSite();
  const fields = { theme: 'dark', text_size: '130', data_saver: 'on' };
  const sent = await sendForm(site.guest(), PATH, fields);
  expect(redirectOf(sent)).toEqual([303, `${PATH}?saved`]);
  const rest = 'Max-Age=34560000; Path=/; SameSite=Lax';
  expect(storedBy(sent)).toEqual([
    `data-saver=on; ${rest}`,
    `text-size=130; ${rest}`,
    `theme=dark; ${rest}`,
  ]);
});

test('a member’s settings are stored likewise, and unknown ones as the default', async () => {
  const site = await openSite();
  const sent = await sendForm(await site.signedIn(), PATH, {
    theme: 'sepia; path=/admin',
    text_size: '900',
  });
  expect(sent.status).toBe(303);
  expect(storedBy(sent).map((each) => each.split(';')[0])).toEqual([
    'data-saver=off',
    'text-size=100',
    'theme=system',
  ]);
});

test('settings from another site, or without a token, are not stored', async () => {
  const site = await openSite();
  const guest = site.guest();
  const foreign = await sendForm(
    guest,
    PATH,
    { theme: 'dark' },
    { origin: 'https://evil.example' },
  );
  expect(storedBy(foreign)).toEqual([]);
  expect(await codeOf(foreign)).toEqual([403, 'cross_origin']);
  const forged = await sendForm(guest, PATH, { theme: 'dark', csrf_token: '' });
  expect(storedBy(forged)).toEqual([]);
  expect(await codeOf(forged)).toEqual([403, 'invalid_csrf_token']);
});
