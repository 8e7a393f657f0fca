import { expect, test } from 'vitest';

import { announce } from '#lib/server/notifications/admin-notifications.ts';
import { openSite } from '#tests/support/api.ts';
import { allNews } from '#tests/support/notices.ts';

test('sister systems tell one member, or everyone', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const said = { title: 'Payment received', content: '1,400 pesos', link_data: null };
  await announce(site.services, ` ${reader.member.email.toUpperCase()} `, {
    type: 'payment-success',
    ...said,
  });
  await announce(site.services, null, { type: 'forum-response', ...said });
  expect((await allNews(reader)).map(({ type }) => type)).toEqual([
    'forum-response',
    'payment-success',
  ]);
  expect((await allNews(other)).map(({ type }) => type)).toEqual(['forum-response']);
  const lost = announce(site.services, 'nobody@glean.example', { type: 'violation', ...said });
  await expect(lost).rejects.toMatchObject({ code: 'not_found' });
});
