// The plain forms to block and unblock.
import { expect, test } from 'vitest';

import { BLOCKS, named } from '#tests/support/nouns/blocks.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const LIST = '/profile/blocked';
const askPath = (id: string) => `/forums/profile/${id}/block`;

const blockedNames = async (browser: Browser) =>
  (await browser.get(BLOCKS)).body['data'].blocks.map(({ name }: { name: string }) => name);

const locationOf = ({ status, headers }: Response) => [status, headers.get('location')];

test('the buttons block and unblock, and lead to the list; pressing twice changes nothing', async () => {
  const site = await openSite();
  const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
  const { id } = ben.member;
  for (const _ of ['once', 'again']) {
    const response = await sendForm(ana, askPath(id), {});
    expect(locationOf(response)).toEqual([303, `${LIST}?done=blocked`]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  expect(await blockedNames(ana)).toEqual(['Ben Santos']);
  for (const _ of ['once', 'again'])
    expect(locationOf(await sendForm(ana, LIST, { account_id: id }))).toEqual([
      303,
      `${LIST}?done=unblocked`,
    ]);
  expect(await blockedNames(ana)).toEqual([]);
});

test('without a token, from another site or as a guest, nothing changes', async () => {
  const site = await openSite();
  const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
  const path = askPath(ben.member.id);
  expect((await sendForm(ana, path, { csrf_token: '' })).status).toBe(403);
  const foreign = { origin: 'https://evil.example' };
  expect((await sendForm(ana, path, {}, foreign)).status).toBe(403);
  expect(locationOf(await sendForm(site.guest(), path, {}))).toEqual([
    303,
    `/login?redirect=${encodeURIComponent(path)}`,
  ]);
  expect(await blockedNames(ana)).toEqual([]);
});

test('a form about staff or an unknown member gets its error', async () => {
  const site = await openSite();
  const ana = await named(site, 'Ana');
  const staff = await site.member({ role: 'staff' });
  for (const [path, fields, status] of [
    [askPath('x'), {}, 404],
    [askPath(staff.id), {}, 403],
    [askPath(ana.member.id), {}, 400],
    [LIST, {}, 404],
    [LIST, { account_id: 'x' }, 404],
  ] as const)
    expect((await sendForm(ana, path, fields)).status).toBe(status);
});
