// The plain forms of a listing's page and of a pickup's.
import { expect, test } from 'vitest';

import { dayAfter } from '#tests/support/listings.ts';
import { openPickupStage, PICKUPS, withPhone } from '#tests/support/pickups.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/send-form.ts';
import { openSite } from '#tests/support/site.ts';

test('a request that is sent twice is one, and leads to it', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const fields = { day: dayAfter(site, 1), note: 'I bring two men.' };
  const sent = await Promise.all(
    ['once', 'again'].map(() => sendForm(requester, `/exchange/${stage.post.post_id}`, fields)),
  );
  const { pickups } = (await requester.get(PICKUPS)).body['data'];
  expect(pickups).toHaveLength(1);
  const path = `/exchange/pickups/${pickups[0].pickup_id}`;
  expect(sent.map(redirectOf)).toEqual([
    [303, path],
    [303, path],
  ]);
});

test('a form without a token, or from another site, requests and changes nothing', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = `/exchange/${stage.post.post_id}`;
  const fields = { day: dayAfter(site, 1) };
  const forged = await sendForm(requester, path, { ...fields, csrf_token: '' });
  expect(await codeOf(forged)).toEqual([403, 'invalid_csrf_token']);
  const foreign = await sendForm(requester, path, fields, { origin: 'https://evil.example' });
  expect(await codeOf(foreign)).toEqual([403, 'cross_origin']);
  expect((await requester.get(PICKUPS)).body['data'].pickups).toEqual([]);

  await sendForm(requester, path, fields);
  const [{ pickup_id }] = (await requester.get(PICKUPS)).body['data'].pickups;
  const agree = { action: 'agree', csrf_token: await requester.token() };
  const sent = await sendForm(stage.owner, `/exchange/pickups/${pickup_id}`, agree);
  expect(await codeOf(sent)).toEqual([403, 'invalid_csrf_token']);
  expect((await requester.get(`${PICKUPS}/${pickup_id}`)).body['data'].status).toBe('requested');
});
