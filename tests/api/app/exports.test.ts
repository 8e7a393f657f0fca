import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { removeLeftovers } from '#lib/server/privacy/erasures/erase-member.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { listDueExports, moveExport } from '#lib/server/privacy/exports/queries.ts';
import { cleanExports } from '#lib/server/privacy/exports/service.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import { unzip } from '#tests/support/server/unzip.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const EXPORT = '/api/web/account/export';
const FILE = `${EXPORT}/file`;
const PAGE = '/profile/privacy';
const DAY_MS = 86_400_000;

const confirm = (browser: MemberBrowser) =>
  browser.post('/api/web/account/confirmations', { [CONFIRM_FIELD]: PASSWORD });

/** The storage keys of the zips. */
const storedZips = async ({ services }: Site) => {
  const all = await Array.fromAsync(services.exportFiles.list());
  return all.map(({ key }) => key);
};

async function makeExport(site: Site, browser: MemberBrowser): Promise<void> {
  expect((await browser.post(EXPORT)).status).toBe(202);
  await makeDueExports(site.services);
}

test('a job makes an export, announces it, and it is downloaded as an attachment with no-store', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  expect((await browser.get(EXPORT)).body['data']).toBeNull();
  const { body } = await browser.post(EXPORT);
  expect(body['data']).toMatchObject({ status: 'waiting', ready_at: null, bytes: null });
  expect((await browser.get(FILE)).status).toBe(404);
  await makeDueExports(site.services);
  const ready = (await browser.get(EXPORT)).body['data'];
  expect(ready).toMatchObject({ status: 'ready', export_id: body['data'].export_id });
  const response = await browser.send(FILE);
  const zip = Buffer.from(await response.arrayBuffer());
  expect(zip.byteLength).toBe(ready.bytes);
  expect(unzip(zip).get('index.html')?.toString()).toContain(browser.member.email);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="glean-data-[\d-]+\.zip"$/),
    'content-length': String(ready.bytes),
  });
  expect((await getAllNotifications(browser))[0]).toMatchObject({ title: 'Your data is ready' });
  expect((await deliveredEmails(site)).at(-1)?.replaceAll('=\r\n', '')).toContain(
    '/profile/privacy',
  );
});

test('an export needs a fresh confirmation when requested and when downloaded', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const sixteenMinutes = 960_000;
  site.advanceClock(sixteenMinutes);
  const old = await browser.post(EXPORT);
  expect([old.status, old.body['code']]).toEqual([403, 'confirmation_required']);
  await confirm(browser);
  await makeExport(site, browser);
  site.advanceClock(sixteenMinutes);
  expect((await browser.get(FILE)).body['code']).toBe('confirmation_required');
  await confirm(browser);
  expect((await browser.send(FILE)).status).toBe(200);
});

test('only its owner can download an export', async () => {
  const site = await openSite();
  await makeExport(site, await site.loggedIn());
  const [key] = await storedZips(site);
  const other = await site.loggedIn(await site.member({ role: 'staff' }));
  expect((await other.get(FILE)).status).toBe(404);
  expect((await other.get(EXPORT)).body['data']).toBeNull();
  expect((await site.guest().get(FILE)).status).toBe(401);
  for (const path of [`/media/${key}`, `/media/exports/${key}`])
    expect((await other.get(path)).status).toBe(404);
});

test('a member gets one export a day; a pending one is not made twice', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const [first, second] = [await browser.post(EXPORT), await browser.post(EXPORT)];
  expect(second.body['data'].export_id).toBe(first.body['data'].export_id);
  await makeDueExports(site.services);
  const third = await browser.post(EXPORT);
  expect([third.status, third.body['code']]).toEqual([429, 'rate_limited']);
});

test('two concurrent requests make one export', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const both = await Promise.all([browser.post(EXPORT), browser.post(EXPORT)]);
  expect(both.some(({ status }) => status === 202)).toBe(true);
  expect(await site.services.db.selectFrom('exports').select('id').execute()).toHaveLength(1);
});

test('an export is deleted after 7 days, and when a newer one is ready', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  await makeExport(site, browser);
  const [first] = await storedZips(site);
  await site.services.limits.forget(browser.member.id);
  await makeExport(site, browser);
  await removeLeftovers(site.services);
  const [second, ...others] = await storedZips(site);
  expect(second).not.toBe(first);
  expect(others).toEqual([]);
  site.advanceClock(7 * DAY_MS);
  await confirm(browser);
  expect((await browser.get(FILE)).status).toBe(404);
  await cleanExports(site.services);
  await removeLeftovers(site.services);
  expect(await storedZips(site)).toEqual([]);
});

test('the cleanup deletes files without a row', async () => {
  const site = await openSite();
  await makeExport(site, await site.loggedIn());
  await site.services.db.deleteFrom('exports').execute();
  await cleanExports(site.services);
  expect(await storedZips(site)).toHaveLength(1);
  site.advanceClock(7_200_000);
  await cleanExports(site.services);
  expect(await storedZips(site)).toEqual([]);
});

test('with a bucket, the zip is stored there, apart from the images', async () => {
  const bucket = await openFakeBucket();
  const site = await openSite({ STORAGE_URL: bucket.url });
  const browser = await site.loggedIn();
  await makeExport(site, browser);
  expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/^exports\/[\w-]{22}\.zip$/)]);
  const zip = Buffer.from(await (await browser.send(FILE)).arrayBuffer());
  expect(unzip(zip).has('data/members.json')).toBe(true);
  await bucket.close();
});

test('an export that cannot be stored is tried again', async () => {
  const bucket = await openFakeBucket();
  const site = await openSite({ STORAGE_URL: bucket.url });
  const browser = await site.loggedIn();
  bucket.failures.push(...Array<number>(5).fill(403));
  await makeExport(site, browser);
  expect((await browser.get(EXPORT)).body['data'].status).toBe('waiting');
  bucket.failures.length = 0;
  site.advanceClock(61_000);
  await makeDueExports(site.services);
  expect((await browser.get(EXPORT)).body['data'].status).toBe('ready');
  await bucket.close();
});

test('the page’s plain forms request an export, and the password unless the confirmation is fresh', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  const requested = await sendForm(browser, PAGE, { action: 'export' });
  expect([requested.status, requested.headers.get('location')]).toEqual([
    303,
    '/profile/privacy#download',
  ]);
  await makeDueExports(site.services);
  site.advanceClock(960_000);
  expect((await sendForm(browser, PAGE, { action: 'download' })).status).toBe(403);
  const fields = { action: 'download', [CONFIRM_FIELD]: PASSWORD };
  const response = await sendForm(browser, PAGE, fields);
  expect([response.status, response.headers.get('location')]).toEqual([303, FILE]);
  expect((await browser.send(FILE)).status).toBe(200);
});

test('if two servers find the same pending export, one makes it', async () => {
  const site = await openSite();
  const browser = await site.loggedIn();
  await browser.post(EXPORT);
  const { db, now } = site.services;
  const [due] = await listDueExports(db, now(), 1);
  if (!due) throw new Error('Nothing is due.');
  const lease = { run_at: now() + DAY_MS, attempts: due.attempts + 1 };
  expect([await moveExport(db, due, lease), await moveExport(db, due, lease)]).toEqual([
    true,
    false,
  ]);
});
