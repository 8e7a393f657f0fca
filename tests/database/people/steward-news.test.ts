// A steward's notifications name the person; both are notified of the start and end.
import { expect, test } from 'vitest';

import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { eraseMember } from '#lib/server/privacy/erasures/erase-member.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { getAllNotifications, titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { ask, withPhone } from '#tests/support/nouns/pickups.ts';
import { PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';
import { prove } from '#tests/support/nouns/sms-stage.ts';
import { MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { openStewardship, STEWARDSHIPS } from '#tests/support/nouns/stewards.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

async function openTwo() {
  const site = await openSite();
  site.advanceTo(12);
  return { site, staff: await signedInStaff(site), ...(await openStewardship(site)) };
}

test('email, SMS, bell and push of a steward name the person', async () => {
  const [gateway, push] = [await openSmsGateway(), await openPushService()];
  const site = await openSite(gateway.env, { pushNetwork: push.network });
  site.advanceTo(12);
  const { mark, lito } = await openStewardship(site);
  for (const each of [mark, lito]) await prove(site, each);
  const stage = { ...(await publishListing(lito)), site, owner: lito };
  requireOk(await ask(stage, await withPhone(site)));
  const [{ content } = {}] = await getAllNotifications(mark);
  expect(content).toMatch(/^For Lito Bautista: /);
  const [email] = await emailsTo(site, mark.member);
  expect(email?.subject).toMatch(/^For Lito Bautista: .* asks for all/);
  expect(email?.text).toContain('For Lito Bautista: ');
  const own = await emailsTo(site, lito.member);
  expect(own[0]?.subject).not.toContain('Lito');
  const texts = gateway.taken.map(({ text }) => text);
  expect(texts.filter((text) => text.startsWith('Glean: For Lito Bautista: '))).toHaveLength(1);
  expect(texts).toHaveLength(2);

  requireOk(await mark.post(PUSH_DEVICES, push.subscribe()));
  requireOk(await ask(stage, await withPhone(site)));
  await sendPending(site.services);
  const [shown] = push.received.map(({ text }) => JSON.parse(text) as { body: string });
  expect(shown?.body).toMatch(/^Lito Bautista · /);
});

test('a steward is notified of the start and end of a stewardship, by staff or by the person', async () => {
  const { staff, mark, lito } = await openTwo();
  const steward = `${MEMBERS}/${lito.member.id}/steward`;
  const begin = async () =>
    requireOk(
      await staff.change('PUT', steward, {
        steward: mark.member.id,
        consent: 'paper',
        consent_note: '',
      }),
    );
  requireOk(await staff.change('DELETE', steward));
  expect(await titlesOf(mark)).toEqual(['You no longer look after Lito Bautista']);
  expect(await titlesOf(lito)).toEqual(['Mark Reyes no longer looks after your account']);
  await begin();
  expect((await titlesOf(mark))[0]).toBe('You look after Lito Bautista now');
  expect((await titlesOf(lito))[0]).toBe('Mark Reyes looks after your account now');
  requireOk(await lito.change('DELETE', `${STEWARDSHIPS}/own`));
  expect((await titlesOf(mark))[0]).toBe('You no longer look after Lito Bautista');
  // The member who ends it is not notified.
  expect((await titlesOf(lito))[0]).toBe('Mark Reyes looks after your account now');
});

test('when a steward ends it, only the person is notified', async () => {
  const { mark, lito } = await openTwo();
  requireOk(await mark.change('DELETE', `${STEWARDSHIPS}/people/${lito.member.id}`));
  expect(await titlesOf(mark)).toEqual([]);
  expect(await titlesOf(lito)).toEqual(['Mark Reyes no longer looks after your account']);
});

test('after a block, the other hears without a name', async () => {
  const { site, mark, lito } = await openTwo();
  requireOk(await block(lito, mark));
  expect(await titlesOf(mark)).toEqual(['You no longer look after someone']);
  expect(await titlesOf(lito)).toEqual([]);
  const other = await openStewardship(site);
  requireOk(await block(other.mark, other.lito));
  expect(await titlesOf(other.lito)).toEqual([
    'Who looked after your account can’t act for you now',
  ]);
  expect(await titlesOf(other.mark)).toEqual([]);
});

test('a steward whose person is erased is notified, without a name', async () => {
  const { site, mark, lito } = await openTwo();
  await eraseMember(site.services, lito.member.id);
  expect(await titlesOf(mark)).toEqual(['You no longer look after someone']);
});

test('a person is notified when their steward is disabled and enabled again', async () => {
  const { site, mark, lito } = await openTwo();
  await disableMember(site.services, mark.member.id);
  expect(await titlesOf(lito)).toEqual(['Who looked after your account can’t act for you now']);
  await enableMember(site.services, mark.member.id);
  expect((await titlesOf(lito))[0]).toBe('Mark Reyes looks after your account now');
});
