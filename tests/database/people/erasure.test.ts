import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { sumAll } from '#lib/server/exchange/impact/queries.ts';
import { listPreviewPosts } from '#lib/server/forum/posts/service.ts';
import { countWrongCounters } from '#lib/server/people/members/queries.ts';
import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { eraseDueMembers } from '#lib/server/privacy/erasures/erase-member.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { LIMITS } from '#lib/server/privacy/exports/service.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { MARK } from '#tests/support/nouns/everything.ts';
import {
  addMemberWithEverything,
  PHONE,
  SIGN_IN_PHONE,
} from '#tests/support/nouns/member-with-everything.ts';
import {
  getAllNotifications,
  getNotifications,
} from '#tests/support/nouns/notification-requests.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/nouns/posts.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { dumpTables } from '#tests/support/site/live-schema.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const SEARCH = '/api/web/forum/explore/look/account/posts';
const DELETION = '/api/web/account/deletion';

/** The files of a site that contain a text, ignoring case. */
async function filesWith({ services }: Site, text: string): Promise<string[]> {
  const { dataDir } = services.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path, 'latin1')).toLowerCase().includes(text)) found.push(path);
  }
  return found;
}

async function tablesWith({ services }: Site, text: string): Promise<string[]> {
  const dump = await dumpTables(services);
  return [...dump].flatMap(([table, rows]) => (rows.toLowerCase().includes(text) ? [table] : []));
}

/** @returns the files of an image */
const imageFiles = ({ services }: Site, key: string): Promise<string[]> =>
  readdir(join(services.config.dataDir, 'media', key.slice(0, 2), key));

/** Requests the deletion of an account, like its page. */
const askForDeletion = (browser: Browser) => browser.post(DELETION, { [CONFIRM_FIELD]: PASSWORD });

const isSent = (file: string): boolean => file.includes('/mail/');

test('14 days after the request, only the id and completed pickups remain of a member', async () => {
  const site = await openSite();
  const { services } = site;
  const { subject, other } = await addMemberWithEverything(site);
  const { id } = subject.member;
  await makeDueExports(services);
  await deliveredEmails(site);
  const before = await sumAll(services.db);
  expect(await storedFiles(site)).not.toEqual([]);
  const { status, body } = await askForDeletion(subject);
  expect(status).toBe(202);
  expect(Date.parse(body['data'].erase_at) - services.now()).toBeGreaterThan(13.9 * DAY_MS);
  await eraseDueMembers(services);
  expect(await tablesWith(site, MARK)).toContain('members');
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(services);

  expect(await tablesWith(site, MARK)).toEqual([]);
  expect(await tablesWith(site, PHONE)).toEqual([]);
  expect(await tablesWith(site, SIGN_IN_PHONE)).toEqual([]);
  // The log has acts about the member, without reasons.
  expect((await tablesWith(site, id)).toSorted()).toEqual(['audit_log', 'erased_members']);
  // Messages belong to their recipients, as in their mailboxes.
  expect((await filesWith(site, MARK)).filter((file) => !isSent(file))).toEqual([]);
  expect((await filesWith(site, subject.member.email)).filter(isSent)).toEqual([]);
  expect(await filesWith(site, PHONE)).toEqual([]);
  expect(await filesWith(site, SIGN_IN_PHONE)).toEqual([]);
  const images = (await storedFiles(site)).length;
  const othersImages = await services.db.selectFrom('attachments').selectAll().execute();
  expect(othersImages).toHaveLength(1);
  expect(images).toBe((await imageFiles(site, othersImages[0]?.image_key ?? '')).length);
  expect([...(await countWrongCounters(services.db))]).toEqual([]);
  expect(await sumAll(services.db)).toEqual(before);
  const done = await services.db
    .selectFrom('appointments')
    .where('kg', '>', 0)
    .selectAll()
    .execute();
  expect(done).toHaveLength(2);
  for (const pickup of done)
    expect([pickup.owner_id, pickup.requester_id]).toContain(other.member.id);
  expect(await getAllNotifications(await site.signedIn(other.member))).not.toContainEqual(
    expect.objectContaining({ title: expect.stringContaining(MARK) }),
  );
});

test('a pickup of two erased members remains as material, kilograms, town and month', async () => {
  const site = await openSite();
  const { services } = site;
  const { subject, other } = await addMemberWithEverything(site);
  for (const browser of [subject, await site.loggedIn(other.member)]) await askForDeletion(browser);
  site.advanceClock(15 * DAY_MS);
  await eraseDueMembers(services);
  const pickups = await services.db.selectFrom('appointments').selectAll().execute();
  expect(pickups).toHaveLength(2);
  for (const { id, day, ...stored } of pickups) {
    const { subject: of, material, town, kind, kg, amount, unit, status, ...rest } = stored;
    expect({ of, material, town, kind, kg, amount, unit, status }).toEqual({
      of: 'amount',
      material: 'rice-straw',
      town: '0304911000',
      kind: 'offer',
      kg: 120,
      amount: 1,
      unit: 'bundle',
      status: 'done',
    });
    expect(day).toMatch(/^\d{4}-\d\d-01$/);
    expect(id).toBeTruthy();
    expect(Object.values(rest).filter((value) => value !== null && value !== 0)).toEqual([]);
  }
  expect(await services.db.selectFrom('appointment_messages').selectAll().execute()).toEqual([]);
});

test('guests’ pages and searches do not show a member from the request on', async () => {
  const site = await openSite();
  const { subject, other } = await addMemberWithEverything(site);
  const get = await openGuestServer(site, async (c) => {
    cachePage(c.get('ctx'), { seconds: 300, tags: ['posts'] });
    return c.json(await listPreviewPosts(c.get('ctx')));
  });
  const readPage = async () => (await get('/forums/explore')).text();
  const reader = await site.signedIn(other.member);
  const search = async () => (await reader.get(`${SEARCH}?search=${MARK}`)).body['data'];
  expect(await readPage()).toContain(MARK);
  expect(await search()).toMatchObject({ accounts: [{}], posts: [{}] });
  await askForDeletion(subject);
  expect(await readPage()).not.toContain(MARK);
  expect(await search()).toMatchObject({ accounts: [], posts: [] });
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(site.services);
  expect(await readPage()).not.toContain(MARK);
});

test('a member’s rate limit counters are erased', async () => {
  const site = await openSite();
  const { limits } = site.services;
  const { subject } = await addMemberWithEverything(site);
  const { id } = subject.member;
  expect(await limits.retryAfter(LIMITS.requestExport, id)).toBeGreaterThan(0);
  await askForDeletion(subject);
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(site.services);
  expect(await limits.retryAfter(LIMITS.requestExport, id)).toBe(0);
});

test('after an erasure, a reader’s poll gets a new list', async () => {
  const site = await openSite();
  const [leaving, reader] = [await site.signedIn(), await site.signedIn()];
  const posted = await reader.post(POSTS, postForm());
  await leaving.post(`${POSTS}/${posted.body['data'].post_id}/likes`);
  await askForDeletion(leaving);
  const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
  const poll = () => getNotifications(reader, '', { 'if-none-match': etag });
  expect((await poll()).status).toBe(304);
  site.advanceClock(14 * DAY_MS);
  await eraseDueMembers(site.services);
  expect((await poll()).status).toBe(200);
});
