import { expect, test } from 'vitest';

import { announce, publishResource } from '#lib/server/domain/announcements.ts';
import { newId } from '#lib/server/ids.ts';
import { openSite } from '#tests/support/api.ts';
import { allNews } from '#tests/support/notices.ts';

test('an operator publishes a draft: it is read, and everyone is told, once', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const draft = {
    id: newId(),
    title: 'Compost',
    cover_key: 'AAAAAAAAAAAAAAAAAAAAAA-9x9',
    published_at: null,
  };
  await site.services.db.insertInto('resources').values(draft).execute();
  expect((await site.guest().get(`/api/web/eduhub/${draft.id}`)).status).toBe(404);
  expect(await publishResource(site.services, draft.id)).toBe('Compost');
  await expect(publishResource(site.services, draft.id)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await site.guest().get(`/api/web/eduhub/${draft.id}`)).status).toBe(200);
  expect(await allNews(reader)).toMatchObject([{ type: 'eduhub-published', link_data: draft.id }]);
});

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
