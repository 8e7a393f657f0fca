// Profile changes that moderation forbids, and the member's protections that it leaves.
import { expect, test } from 'vitest';

import { BLOCKS } from '#tests/support/nouns/blocks.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import {
  addAuthor,
  decide,
  decisionId,
  DECISIONS,
  FORUM,
} from '#tests/support/nouns/moderation.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const PROFILE = '/api/web/account/profile';
const DAY_MS = 86_400_000;
const SUSPENSION = { action: 'suspend', note: 'Third time.', days: 30 };

async function sendAvatar(browser: MemberBrowser) {
  const bytes = await redBlueImage(80, 80).png().toBuffer();
  const form = new FormData();
  form.append('avatar', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
  const { status, body } = await browser.change('PATCH', '/api/web/account/avatar', form);
  return [status, body['code']];
}

async function sendName(browser: MemberBrowser, first_name: string) {
  const name = { first_name, middle_name: 'Reyes', last_name: 'Cruz' };
  const { status, body } = await browser.change('PATCH', PROFILE, name);
  return [status, body['code']];
}

const profileOf = async (browser: MemberBrowser) => (await browser.get(PROFILE)).body['data'];

test('a suspended member cannot change photo or name, but can block and mute', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author } = await addAuthor(site);
  const { author: other, postId } = await addAuthor(site);
  await decide(staff, 'member', author.member.id, SUSPENSION);
  expect(await sendAvatar(author)).toEqual([403, 'suspended']);
  expect(await sendName(author, 'Sol')).toEqual([403, 'suspended']);
  const { avatar_closed_until: until, name_closed_until } = await profileOf(author);
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  expect(name_closed_until).toBe(until);
  const mute = `${POSTS}/${postId}/mute`;
  expect((await author.change('PUT', mute)).status).toBeLessThan(300);
  const block = `${BLOCKS}/${other.member.id}`;
  expect((await author.post(block)).body['data']).toEqual({ is_blocked: true });
  expect((await author.change('DELETE', block)).body['data']).toEqual({ is_blocked: false });
  expect((await author.post(`${FORUM}/follow/account/${other.member.id}`)).status).toBe(403);
});

test('a photo or name removed by staff cannot be replaced for 7 days', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author } = await addAuthor(site);
  expect(await sendAvatar(author)).toEqual([200, undefined]);
  expect(await profileOf(author)).not.toHaveProperty('avatar_closed_until');
  await decide(staff, 'member', author.member.id, { action: 'remove_avatar' });
  const { body } = await author.change('PATCH', PROFILE, {
    first_name: 'Ligaya',
    last_name: 'Cruz',
  });
  expect(body['code']).not.toBe('name_closed');
  expect(await sendAvatar(author)).toEqual([403, 'avatar_closed']);
  await decide(staff, 'member', author.member.id, { action: 'remove_name' });
  expect(await sendName(author, 'Rude')).toEqual([403, 'name_closed']);
  expect(await profileOf(author)).toMatchObject({
    avatar_closed_until: expect.any(String),
    name_closed_until: expect.any(String),
  });
  site.advanceClock(7 * DAY_MS + 1000);
  expect(await sendAvatar(author)).toEqual([200, undefined]);
  expect(await sendName(author, 'Ligaya')).toEqual([200, undefined]);
  expect(await profileOf(author)).not.toHaveProperty('name_closed_until');
});

test('staff can allow a new photo at once, by call and by form', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author } = await addAuthor(site);
  const removeAvatar = async () => {
    await sendAvatar(author);
    return decisionId(await decide(staff, 'member', author.member.id, { action: 'remove_avatar' }));
  };
  const first = await removeAvatar();
  expect((await staff.get(`${DECISIONS}/${first}`)).body['data'].can_reopen).toBe(true);
  expect((await author.post(`${DECISIONS}/${first}/reopening`)).status).toBe(403);
  const opened = await staff.post(`${DECISIONS}/${first}/reopening`);
  expect(opened.status).toBe(201);
  expect(opened.body['data'].can_reopen).toBe(false);
  expect((await staff.post(`${DECISIONS}/${first}/reopening`)).body['code']).toBe('not_closed');
  expect(await actsOf(site, 'profile.reopened')).toHaveLength(1);

  const second = await removeAvatar();
  expect(await sendAvatar(author)).toEqual([403, 'avatar_closed']);
  const path = `/staff/reports/decisions/${second}`;
  expect(redirectOf(await sendForm(staff, path, { action: 'reopen' }))).toEqual([303, path]);
  expect(await codeOf(await sendForm(staff, path, { action: 'reopen' }))).toEqual([
    409,
    'not_closed',
  ]);
  expect(await sendAvatar(author)).toEqual([200, undefined]);
});

test('a photo or name restored by staff can be changed', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author } = await addAuthor(site);
  const decision = await decide(staff, 'member', author.member.id, { action: 'remove_name' });
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect(await sendName(author, 'Ligaya')).toEqual([200, undefined]);
});
