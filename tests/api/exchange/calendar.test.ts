// The calendar of a member's pickups, which calendar apps read without a login.
import { expect, test } from 'vitest';

import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { replacePassword } from '#lib/server/people/passwords/change-password.ts';
import { statePlace } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { agreeWith, ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const SETTINGS = '/profile/exchange';
const CALENDARS = '/api/web/calendars';

const make = (browser: MemberBrowser) => sendForm(browser, SETTINGS, { action: 'make_calendar' });
const remove = (browser: MemberBrowser) =>
  sendForm(browser, SETTINGS, { action: 'remove_calendar' });

const tokenOf = (site: Site, { member }: MemberBrowser) => calendarToken(site, member.id);
const read = (site: Site, token: string) => site.guest().get(`${CALENDARS}/${token}`);

/** An agreed pickup with its exact place, and the URL of its requester's calendar. */
async function open() {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const { owner } = stage;
  const jun = await withPhone(site);
  const path = await agreeWith(stage, jun);
  await statePlace(owner, path, { place: 'Behind the chapel' });
  expect(redirectOf(await make(jun))).toEqual([303, `${SETTINGS}#calendar`]);
  return { ...stage, jun, token: await tokenOf(site, jun) };
}

test('a calendar app reads its member’s pickups, with the town but not the place', async () => {
  const { site, owner, token } = await open();
  const { status, body, headers } = await read(site, token);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  const text: string = body['text'].replaceAll('\r\n ', '');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain('SUMMARY:Pick up: ');
  expect(text).toContain('LOCATION:Guimba\r\n');
  expect(text).toContain('STATUS:CONFIRMED');
  const { contact_phone: phone, first_name: name } = owner.member;
  for (const hidden of ['chapel', phone, name]) expect(text).not.toContain(hidden);
  await make(owner);
  expect((await read(site, await tokenOf(site, owner))).body['text']).toContain('SUMMARY:Give: ');
});

test('creating a calendar URL sends an email without it', async () => {
  const { site, jun, token } = await open();
  const emails = (await deliveredEmails(site)).map((email) => email.replaceAll('=\r\n', ''));
  const [email = '', ...others] = emails.filter((each) => each.includes('An address was made'));
  expect(others).toEqual([]);
  expect(email).toContain(`To: ${jun.member.first_name} ${jun.member.last_name}`);
  expect(email).toContain(SETTINGS);
  const [id, signature] = [token.slice(0, 36), token.slice(37)];
  for (const part of [id, signature]) expect(email).not.toContain(part);
});

test('a replaced, removed or made-up URL does not work', async () => {
  const { site, jun, token } = await open();
  await make(jun);
  const next = await tokenOf(site, jun);
  expect((await read(site, token)).body['code']).toBe('calendar_not_found');
  expect((await read(site, next)).status).toBe(200);
  const [id, signature] = [next.slice(0, 36), next.slice(37)];
  const others = [
    'x',
    `${next.slice(0, -1)}!`,
    `${id}-`,
    `${id}z${signature}`,
    `${id}${signature}`,
    `${id.toUpperCase()}-${signature}`,
  ];
  for (const other of others) expect((await read(site, other)).status, other).toBe(404);
  for (const _ of ['once', 'again'])
    expect(redirectOf(await remove(jun))).toEqual([303, `${SETTINGS}#calendar`]);
  expect((await read(site, next)).status).toBe(404);
});

test('a request is tentative, a pickup ended by a block is gone, and a disabled member has no calendar', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const ana = await withPhone(site);
  await ask(stage, ana);
  await make(ana);
  const token = await tokenOf(site, ana);
  expect((await read(site, token)).body['text']).toContain('STATUS:TENTATIVE');
  await block(stage.owner, ana);
  expect((await read(site, token)).body['text']).not.toContain('BEGIN:VEVENT');
  await disableMember(site.services, ana.member.id);
  expect((await read(site, token)).status).toBe(404);
});

test('a calendar URL ends together with other access without a login', async () => {
  const { site, jun, token } = await open();
  const { services } = site;
  const password = (memberId: string) =>
    services.db
      .transaction()
      .execute((tx) => replacePassword(services, tx, memberId, 'none', null));
  await password(jun.member.id);
  expect((await read(site, token)).status).toBe(404);
});
