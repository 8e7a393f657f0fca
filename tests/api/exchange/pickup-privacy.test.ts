// Who sees the phone number and place of a pickup: everyone makes every reading call.
import { expect, test } from 'vitest';

import { callOff, report } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  APPOINTMENTS,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { findIn, readCalls } from '#tests/support/site/scan-calls.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const PLACE = 'Behind the chapel';

test('only the pickups of the two members who agreed have phone and place', async () => {
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
  await callOff(former, ended, { reason: 'Too far.' });
  const pickups = (await stage.owner.get(`${APPOINTMENTS}?limit=50`)).body['data'].appointments as {
    appointment_id: string;
  }[];
  const ids = [
    stage.post.post_id,
    stage.owner.member.id,
    partner.member.id,
    agreed.slice(APPOINTMENTS.length + 1),
    ended.slice(APPOINTMENTS.length + 1),
    ...pickups.map(({ appointment_id }) => appointment_id),
  ];
  const calls = readCalls([...new Set(ids)]);
  // Login phone numbers are private.
  const login = '09179990001';
  await site.services.db
    .updateTable('members')
    .set({ sign_in_phone: login })
    .where('id', '=', stage.owner.member.id)
    .execute();
  const secrets = [stage.owner.member.contact_phone ?? '', PLACE, login];
  const responded = new Set<string>();
  for (const other of [site.guest(), stranger, waiting, former])
    expect(await findIn(other, calls, secrets, responded)).toEqual([]);
  expect(await findIn(partner, calls, secrets, responded)).toEqual([APPOINTMENTS, agreed]);
  expect(await findIn(partner, calls, [login])).toEqual([]);
  // A call that no member may make returns nothing anyway.
  const own = calls.filter(
    (call) => call.startsWith('/api/web/') && !ids.some((id) => call.includes(id)),
  );
  // No member has an export.
  const silent = ['/api/web/account/export/file'];
  expect(own.filter((call) => !responded.has(call))).toEqual(silent);
  // The owner no longer sees the number of a former partner.
  expect(await findIn(stage.owner, calls, [former.member.contact_phone ?? ''])).toEqual([]);
});

/** Brings a pickup into a state in which both members see each other's phone number. */
async function reach(state: 'agreed' | 'done', stage: PickupStage, partner: MemberBrowser) {
  const path = await agreeWith(stage, partner, { amount: 1, day: dayAfter(stage.site, 0) });
  if (state === 'agreed') return path;
  for (const each of [stage.owner, partner]) await report(each, path, { result: 'taken', kg: 60 });
  return path;
}

test.each([
  ['agreed', 'owner'],
  ['agreed', 'partner'],
  ['done', 'owner'],
  ['done', 'partner'],
] as const)('once the pickup is %s, a block by the %s hides both', async (state, by) => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const { owner } = stage;
  const partner = await withPhone(site);
  const path = await reach(state, stage, partner);
  const [ownersPhone, partnersPhone] = [owner, partner].map(
    ({ member }) => member.contact_phone ?? '',
  );
  const calls = readCalls([
    stage.post.post_id,
    owner.member.id,
    path.slice(APPOINTMENTS.length + 1),
  ]);
  const look = async () => [
    await findIn(partner, calls, [ownersPhone ?? '', PLACE]),
    await findIn(owner, calls, [partnersPhone ?? '']),
  ];
  const shown = (await look()).map((found) => found.includes(path));
  expect(shown).toEqual([true, true]);
  await (by === 'owner' ? block(owner, partner) : block(partner, owner));
  expect(await look()).toEqual([[], []]);
});
