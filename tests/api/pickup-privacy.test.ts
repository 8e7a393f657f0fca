// Who sees a phone number and the place of a pick-up: every call that reads is made as everyone.
import { expect, test } from 'vitest';

import { api } from '#lib/server/api.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { bearer } from '#tests/support/notification-requests.ts';
import { agreeWith, ask, openPickupStage, PICKUPS, withPhone } from '#tests/support/pickups.ts';
import { openSite } from '#tests/support/site.ts';

const PLACE = 'Behind the chapel';

/** The calls that read, with these ids in their place. */
const readCalls = (ids: string[]): string[] =>
  api.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .flatMap(({ path }) =>
      path.includes(':') ? ids.map((id) => path.replace(/:\w+/, id)) : [path],
    )
    .map((path) => `/api${path}`);

/** @returns the calls whose responses have one of the texts */
async function findIn(browser: Browser, calls: string[], texts: string[]): Promise<string[]> {
  const found: string[] = [];
  const headers = await bearer(browser);
  for (const call of calls) {
    const body = JSON.stringify((await browser.get(call, headers)).body);
    if (texts.some((text) => body.includes(text))) found.push(call);
  }
  return found;
}

test('phone and place are in the pick-ups of the two who agreed, and in no other response', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const [partner, waiting, former, stranger] = [
    await withPhone(site),
    await withPhone(site),
    await withPhone(site),
    await withPhone(site),
  ];
  const agreed = await agreeWith(stage, partner, { amount: 1 });
  await ask(stage, waiting, { amount: 1 });
  const ended = await agreeWith(stage, former, { amount: 1 });
  await former.post(`${ended}/call-off`, { reason: 'Too far.' });
  const pickups = (await stage.owner.get(`${PICKUPS}?limit=50`)).body['data'].pickups as {
    pickup_id: string;
  }[];
  const ids = [
    stage.post.post_id,
    stage.owner.member.id,
    partner.member.id,
    agreed.slice(PICKUPS.length + 1),
    ended.slice(PICKUPS.length + 1),
    ...pickups.map(({ pickup_id }) => pickup_id),
  ];
  const calls = readCalls([...new Set(ids)]);
  const secrets = [stage.owner.member.contact_phone ?? '', PLACE];
  for (const other of [site.guest(), stranger, waiting, former])
    expect(await findIn(other, calls, secrets)).toEqual([]);
  expect(await findIn(partner, calls, secrets)).toEqual([PICKUPS, agreed]);
});
