import { expect, test } from 'vitest';

import { stopPath } from '#lib/server/notifications/channels/email/stop-emails.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { eraseRows } from '#lib/server/privacy/erasures/erase-member.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const ONE_CLICK = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

/** The path in the unsubscribe header of the owner's newest email. */
async function stopLink(site: Site, member: { email: string }): Promise<string> {
  const header = (await emailsTo(site, member)).at(-1)?.header('List-Unsubscribe') ?? '';
  return new URL(header.slice(1, -1)).pathname;
}

async function openWithEmail() {
  const site = await openSite();
  const stage = await openPickupStage(site);
  requireOk(await ask(stage, await withPhone(site)));
  // After any quiet hours.
  site.advanceClock(DAY_MS / 2);
  return { site, stage, path: await stopLink(site, stage.owner.member) };
}

const isMailed = async ({ owner }: Awaited<ReturnType<typeof openPickupStage>>, kind: string) => {
  const { body } = await owner.get('/api/web/account/notifications');
  return body['data'].kinds.find((each: { kind: string }) => each.kind === kind).email;
};

test('one click in a mail program stops emails of a kind, without a session; repeating it changes nothing', async () => {
  const { site, stage, path } = await openWithEmail();
  const guest = site.guest();
  for (const _ of [1, 2]) expect((await guest.send(path, ONE_CLICK)).ok).toBe(true);
  expect([await isMailed(stage, 'pickup'), await isMailed(stage, 'message')]).toEqual([
    false,
    true,
  ]);
  const before = (await emailsTo(site, stage.owner.member)).length;
  requireOk(await ask(stage, await withPhone(site)));
  site.advanceClock(DAY_MS / 2);
  expect(await emailsTo(site, stage.owner.member)).toHaveLength(before);
});

const multipart = () => {
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  return body;
};

// RFC 8058, 3.2: the first should be sent, the second may be.
const BODIES: [string, () => RequestInit][] = [
  ['multipart/form-data', () => ({ body: multipart() })],
  ['a form', () => ({ body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })],
  ['plain text', () => ({ body: 'List-Unsubscribe=One-Click' })],
  ['JSON', () => ({ body: '{}', headers: { 'content-type': 'application/json' } })],
  ['a type that is none', () => ({ body: 'x', headers: { 'content-type': 'one click' } })],
  ['nothing', () => ({})],
];

test.each(BODIES)('a mail program may send %s', async (_, init) => {
  const { site, stage, path } = await openWithEmail();
  const { status } = await site.guest().send(path, { method: 'POST', ...init() });
  expect([status, await isMailed(stage, 'pickup')]).toEqual([204, false]);
});

test('a body larger than the form is not read', async () => {
  const { site, stage, path } = await openWithEmail();
  const long = 'x'.repeat(100_000);
  const stream = new Blob([long]).stream();
  const sent: RequestInit[] = [{ body: long }, { body: stream, duplex: 'half' } as RequestInit];
  for (const init of sent)
    expect((await site.guest().send(path, { method: 'POST', ...init })).status).toBe(413);
  expect(await isMailed(stage, 'pickup')).toBe(true);
});

test('a scanner that opens the link stops nothing', async () => {
  const { site, stage, path } = await openWithEmail();
  for (const method of ['GET', 'HEAD']) await site.guest().send(path, { method });
  expect(await isMailed(stage, 'pickup')).toBe(true);
});

test('a link that is forged, or for another member, kind or site, stops nothing', async () => {
  const { site, stage, path } = await openWithEmail();
  const other = await site.member();
  const forged = [
    path.replace(stage.owner.member.id, other.id),
    path.replace('.pickup.', '.message.'),
    `${path}x`,
    `${path}.x`,
    path.replace(stage.owner.member.id, stage.owner.member.id.toUpperCase()),
    path.slice(0, -1),
    '/stop-emails/x',
    path.replace('.pickup.', '.__proto__.'),
  ];
  for (const each of forged) {
    expect((await site.guest().send(each, ONE_CLICK)).status, each).toBe(404);
    expect(await site.services.db.selectFrom('channel_choices').selectAll().execute()).toEqual([]);
  }
});

test('a click after the member is disabled or erased succeeds, and stores nothing about an erased one', async () => {
  const { site, stage, path } = await openWithEmail();
  const { id } = stage.owner.member;
  await disableMember(site.services, stage.owner.member.email);
  expect((await site.guest().send(path, ONE_CLICK)).ok).toBe(true);
  await site.services.db.transaction().execute((tx) => eraseRows(tx, id, site.services.now()));
  expect((await site.guest().send(path, ONE_CLICK)).ok).toBe(true);
  expect(await site.services.db.selectFrom('channel_choices').selectAll().execute()).toEqual([]);
});

test('clicks from one network are limited', async () => {
  const site = await openSite();
  const path = stopPath(site.services.secrets, { memberId: newId(), kind: 'pickup' });
  const statuses = new Set<number>();
  for (let nth = 0; nth < 61; nth += 1)
    statuses.add((await site.guest().send(path, ONE_CLICK)).status);
  expect([...statuses]).toEqual([204, 429]);
});
