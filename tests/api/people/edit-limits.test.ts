import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { LIMITS } from '#lib/server/people/profile/service.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

test('a member may edit posts and their name 60 times in ten minutes, without affecting others', async () => {
  const site = await openSite();
  const [browser, other] = [await site.signedIn(), await site.signedIn()];
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  const edit = {
    post: (nth: number) =>
      browser.change('PATCH', `/api/web/forum/posts/${id}`, {
        title: `Straw ${nth}`,
        description: 'Dry.',
      }),
    name: (nth: number, who = browser) =>
      who.change('PATCH', '/api/web/account/profile', {
        first_name: nth % 2 ? 'Ana' : 'Lea',
        middle_name: 'Luz',
        last_name: 'Santos',
      }),
  };
  for (let nth = 0; nth < 30; nth += 1)
    for (const each of [edit.post, edit.name]) expect((await each(nth)).status).toBe(200);
  for (const each of [edit.post, edit.name]) expect((await each(31)).status).toBe(429);
  expect((await edit.name(1, other)).status).toBe(200);
});

const changePhone = (who: MemberBrowser, nth: number) =>
  who.change('PATCH', '/api/web/account/phone', { phone_number: `091712345${nth + 10}` });

test('a phone number may change 5 times an hour and 10 times a day, because its SMS state is shown', async () => {
  const site = await openSite();
  const [browser, other] = [await site.signedIn(), await site.signedIn()];
  for (let nth = 0; nth < 10; nth += 1) {
    if (nth === 5) {
      expect((await changePhone(browser, nth)).body).toMatchObject({
        code: 'rate_limited',
        error: 'Too many attempts. Please try again in 60 minutes.',
      });
      await site.services.limits.reset(LIMITS.changePhoneHour, browser.member.id);
    }
    expect((await changePhone(browser, nth)).status).toBe(200);
  }
  await site.services.limits.reset(LIMITS.changePhoneHour, browser.member.id);
  const { status, body } = await changePhone(browser, 10);
  expect([status, body['error']]).toEqual([
    429,
    'Too many attempts. Please try again in 24 hours.',
  ]);
  expect((await changePhone(other, 0)).status).toBe(200);
});
