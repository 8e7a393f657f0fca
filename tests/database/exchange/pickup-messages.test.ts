import { expect, test } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { openPickupStage, APPOINTMENTS, withPhone } from '#tests/support/nouns/pickups.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

/** Requests a pickup. @returns the requester, and the ids of two pickups */
async function openConversation() {
  const site = await openSite();
  const requester = await withPhone(site);
  const request = async () => {
    const { post } = await openPickupStage(site);
    const input = { subject: 'amount', post_id: post.post_id, day: dayAfter(site, 1) };
    return (await requester.post(APPOINTMENTS, input)).body['data'].appointment_id as string;
  };
  const [id, otherId] = [await request(), await request()];
  const contents = async () => {
    const { data } = (await requester.get(`${APPOINTMENTS}/${id}/messages`)).body;
    return data.map(({ content }: { content: string }) => content);
  };
  return { requester, id, otherId, contents };
}

test('a call repeated with its key sends one message', async () => {
  const { requester, id, otherId, contents } = await openConversation();
  const headers = { 'idempotency-key': newId() };
  const send = (content: string, pickupId = id) =>
    requester.post(`${APPOINTMENTS}/${pickupId}/messages`, { content }, headers);
  const responses = await Promise.all(Array.from({ length: 8 }, () => send('On my way')));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  expect(await contents()).toEqual(['On my way']);
  for (const other of [await send('At the gate'), await send('On my way', otherId)])
    expect([other.status, other.body['code']]).toEqual([409, 'idempotency_key_reused']);
});

test('a form repeated after a lost response sends its message once, but a changed text separately', async () => {
  const { requester, id, contents } = await openConversation();
  const path = `/exchange/pickups/${id}`;
  const send = (content: string, form_key: string) =>
    sendForm(requester, path, { action: 'message', content, form_key });
  const key = newId();
  for (const words of ['On my way', 'On my way', 'On my way, with two men'])
    expect(redirectOf(await send(words, key))).toEqual([303, `${path}#sent`]);
  expect(redirectOf(await send('On my way', newId()))).toEqual([303, `${path}#sent`]);
  expect(await contents()).toEqual(['On my way', 'On my way, with two men', 'On my way']);
  expect(await codeOf(await send('', key))).toEqual([400, 'invalid']);
});
