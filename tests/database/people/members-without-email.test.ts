// Members without an email get none, and nothing fails because of that.
import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import { decide } from '#tests/support/nouns/moderation.ts';
import { tryToAdd } from '#tests/support/nouns/passkeys.ts';
import { makeToken } from '#tests/support/nouns/personal-tokens.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';
import { MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const PHONE = '09171234567';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('emails skip members without one, and everything else works', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const lito = await joinByPhone(site, PHONE);
  const { id } = lito.member;
  requireOk(await tryToAdd(lito));
  await makeToken(lito);
  await sendForm(lito, '/profile/exchange', { action: 'make_calendar' });
  requireOk(await decide(staff, 'member', id, { action: 'warn' }));
  requireOk(await lito.post('/api/web/account/export', { [CONFIRM_FIELD]: PASSWORD }));
  await makeDueExports(site.services);
  requireOk(
    await lito.change('PATCH', '/api/web/account/password', {
      old_password: PASSWORD,
      new_password: NEW_PASSWORD,
    }),
  );
  site.advanceClock(DAY_MS);
  await queueDigests(site.services);
  expect(await deliveredEmails(site)).toEqual([]);
  expect(site.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  const settings = (await lito.get('/api/web/account/notifications')).body['data'];
  expect(settings).toMatchObject({ has_email: false, takes_email: false });
  const profile = (await lito.get('/api/web/account/profile')).body['data'];
  expect(profile).toMatchObject({ email: null, sign_in_phone: PHONE, contact_phone: null });
  const reset = await staff.post(`${MEMBERS}/${id}/password-reset`);
  expect(reset.body['code']).toBe('no_email');
  const deletion = await lito.post('/api/web/account/deletion', { [CONFIRM_FIELD]: NEW_PASSWORD });
  requireOk(deletion);
  expect(await deliveredEmails(site)).toEqual([]);
});

const setLogins = ({ services: { db } }: Site, id: string, email: string | null, phone: string) =>
  db
    .updateTable('members')
    .set({ email, sign_in_phone: phone || null })
    .where('id', '=', id)
    .execute();

test('a member has a unique email, a unique phone number for login, or both', async () => {
  const site = await openSite();
  const [ana, ben] = [await site.member(), await site.member()];
  await setLogins(site, ana.id, null, PHONE);
  await setLogins(site, ben.id, ben.email, '09181234567');
  await expect(setLogins(site, ana.id, null, '')).rejects.toThrow();
  await expect(setLogins(site, ben.id, ben.email, PHONE)).rejects.toThrow();
  await setLogins(site, ben.id, null, '09181234567');
});

test('an email added later works like any other', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const lito = await joinByPhone(site, PHONE);
  requireOk(await staff.post(`${MEMBERS}/${lito.member.id}/email`, { email: 'lito@x.example' }));
  const emails = await deliveredEmails(site);
  expect(emails).toHaveLength(1);
  const token = /email-change\/([\w-]{43})/.exec(emails.join('').replaceAll(/=\r?\n/g, ''))?.[1];
  requireOk(await site.guest().post('/api/web/email-changes', { token }));
  const profile = (await lito.get('/api/web/account/profile')).body['data'];
  expect(profile).toMatchObject({ email: 'lito@x.example', sign_in_phone: PHONE });
  expect(await deliveredEmails(site)).toHaveLength(1);
});

test('SMS go to the login number, until the member enters another', async () => {
  const gateway = await openSmsGateway();
  const site = await openSite(gateway.env);
  // At noon: none are sent at night.
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const setPhone = (contact_phone: string | null) =>
    site.services.db
      .updateTable('members')
      .set({ email: null, sign_in_phone: PHONE, contact_phone })
      .where('id', '=', stage.owner.member.id)
      .execute();
  const sentTo = async () => {
    requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
    await deliveredEmails(site);
    return gateway.taken.at(-1)?.to;
  };
  await setPhone(null);
  expect(await sentTo()).toBe('+639171234567');
  await setPhone('09180000009');
  expect(await sentTo()).toBe('+639180000009');
});
