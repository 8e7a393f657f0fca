import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openSite } from '#tests/support/site/site.ts';

test('a member may edit posts, name and phone 60 times in ten minutes; others are not affected', async () => {
  const site = await openSite();
  const [browser, other] = [await site.signedIn(), await site.signedIn()];
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  const edit = {
    post: (nth: number) =>
      browser.change('PATCH', `/api/web/forum/posts/${id}`, {
        title: `Straw ${nth}`,
        description: 'Dry.',
      }),
    name: (nth: number) =>
      browser.change('PATCH', '/api/web/account/profile', {
        first_name: nth % 2 ? 'Ana' : 'Lea',
        middle_name: 'Luz',
        last_name: 'Santos',
      }),
    phone: (nth: number, who = browser) =>
      who.change('PATCH', '/api/web/account/phone', { phone_number: `091712345${nth + 10}` }),
  };
  for (let nth = 0; nth < 20; nth += 1)
    for (const each of [edit.post, edit.name, edit.phone])
      expect((await each(nth)).status).toBe(200);
  for (const each of [edit.post, edit.name, edit.phone]) expect((await each(21)).status).toBe(429);
  expect((await edit.phone(1, other)).status).toBe(200);
});
