// What is wrong with the site itself is found, and staff and `ALERT_URL` are notified.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { createAppServer } from '#lib/server/app/app-server.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { regionDay } from '#lib/site.ts';
import { enqueue, testEmail } from '#tests/support/nouns/emails.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { newSubscription, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { isSigned, listenOnLoopback } from '#tests/support/server/http-receiver.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import {
  ALERT_SECRET,
  emptyDisk,
  fillDisk,
  openCheckedSite,
} from '#tests/support/site/checked-site.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const run = promisify(execFile);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SETTINGS = '/api/web/account/notifications';
const BACKUP_TITLE = 'The last backup is more than 30 hours old';

test('an alert begins after two looks, comes every morning, and ends', async () => {
  const site = await openCheckedSite();
  await rename(site.folder, `${site.folder}-gone`);
  await site.look();
  expect(site.posted()).toEqual([]);
  await site.look();
  expect(site.posted()).toEqual(['begins backup']);
  await site.look(3);
  expect(site.posted()).toEqual([]);
  const alert = (await site.listAlerts()).find(({ check }) => check === 'backup');
  expect(alert).toMatchObject({ problem: BACKUP_TITLE });
  expect(alert?.['remedy']).toContain('doctor');
  expect(await titlesOf(site.staff)).toContain(BACKUP_TITLE);
  site.advanceTo(7);
  await site.look(2);
  expect(site.posted()).toEqual([]);
  site.advanceTo(8);
  await site.look(4);
  expect(site.posted()).toEqual(['lasts backup']);
  expect(await titlesOf(site.staff)).toContain(`Still: ${BACKUP_TITLE}`);
  await rename(`${site.folder}-gone`, site.folder);
  await site.look(2);
  expect(site.posted()).toEqual(['ends backup']);
  // Only the latest of an alert stays in the bell.
  const titles = (await titlesOf(site.staff)).filter((title) => title.includes(BACKUP_TITLE));
  expect(titles[0]).toBe(`Over: ${BACKUP_TITLE}`);
  expect(titles).toHaveLength(1);
  expect((await site.listAlerts()).map(({ check }) => check)).toEqual(['backup_disk']);
});

test('what is found just once is none, and an old backup is one', async () => {
  const site = await openCheckedSite();
  await rename(site.folder, `${site.folder}-gone`);
  await site.look();
  await rename(`${site.folder}-gone`, site.folder);
  await site.look(3);
  expect(site.posted()).toEqual([]);
  site.advanceClock(20 * HOUR_MS);
  await site.look(2);
  expect(site.posted()).toEqual([]);
  site.advanceClock(11 * HOUR_MS);
  await site.look(2);
  expect(site.posted()).toEqual(['begins backup']);
  await site.backUp();
  await site.look(2);
  expect(site.posted()).toEqual(['ends backup']);
});

test('a backup on the disk of the data is a note, of which staff hear once', async () => {
  const site = await openCheckedSite();
  const title = 'The backups are on the disk of the site’s data';
  expect((await site.listAlerts()).map(({ problem }) => problem)).toEqual([title]);
  expect((await titlesOf(site.staff)).filter((each) => each === title)).toHaveLength(1);
  site.advanceTo(9);
  await site.look(2);
  expect(site.posted()).toEqual([]);
});

test('a stopped mail server goes to the phones alone, other alerts by email, too', async () => {
  const site = await openCheckedSite();
  const { staff, services, mail } = site;
  requireOk(
    await staff.change('PUT', SETTINGS, {
      hidden: [],
      channels: { email: ['server'], push: ['server'] },
    }),
  );
  requireOk(await staff.post(PUSH_DEVICES, newSubscription()));
  const other = await site.signedIn(await site.member({ role: 'staff' }));
  const queued = async () => {
    const rows = await services.db
      .selectFrom('deliveries')
      .where('kind', '=', 'server')
      .select(['channel', 'member_id'])
      .orderBy('channel')
      .execute();
    expect(rows.every(({ member_id }) => member_id === staff.member.id)).toBe(true);
    return rows.map(({ channel }) => channel);
  };
  mail.dropConnections();
  await mail.close();
  await site.look(2);
  expect(site.posted()).toEqual(['begins mail']);
  expect(await queued()).toEqual(['push']);
  expect(await titlesOf(other)).toContain('Emails do not go out');
  const again = await openMailServer({}, site.mailPort);
  await site.look(2);
  expect(site.posted()).toEqual(['ends mail']);
  await services.db.deleteFrom('deliveries').execute();
  site.address.closeAllConnections();
  site.address.close();
  await site.look(2);
  expect(site.posted()).toEqual(['begins address']);
  expect(await queued()).toEqual(['email', 'push']);
  await services.db.deleteFrom('deliveries').where('channel', '=', 'push').execute();
  await sendPending(services);
  expect(again.received[0]?.text).toContain('The site cannot be reached at its own address');
});

test('emails that are late are an alert', async () => {
  const busy = Object.assign(new Error('Not now.'), { responseCode: 451 });
  const server = await openMailServer({ onRcptTo: (_to, _session, done) => done(busy) });
  const site = await openCheckedSite({ MAIL_URL: server.url });
  const { services } = site;
  await enqueue(site, testEmail(), DAY_MS);
  for (let nth = 0; nth < 8; nth += 1) {
    await sendPending(services);
    site.advanceClock(HOUR_MS / 4);
  }
  await site.look(2);
  expect(site.posted()).toEqual(['begins mail']);
});

test('a wave of stopped addresses is an alert', async () => {
  const site = await openCheckedSite();
  const { id, email } = await site.member();
  const today = regionDay(site.services.now());
  const wave = { bounced_email: email, bounced_on: today, bounced_again_on: today };
  await changeSettings(site.services.db, id, wave);
  await site.look(2);
  expect(site.posted()).toEqual(['begins addresses']);
  await changeSettings(site.services.db, id, { bounced_again_on: null });
  await site.look();
  expect(site.posted()).toEqual(['ends addresses']);
});

test('a wrong clock is an alert, while it is wrong', async () => {
  const site = await openCheckedSite();
  await site.backUp();
  site.shiftClock(-40 * HOUR_MS);
  await site.look(2);
  expect(site.posted()).toContain('begins clock');
  site.shiftClock(40 * HOUR_MS);
  await site.look(2);
  expect(site.posted()).toContain('ends clock');
});

test('the site’s own address that cannot be reached is an alert', async () => {
  const site = await openCheckedSite();
  site.address.closeAllConnections();
  site.address.close();
  await site.look(3);
  expect(site.posted()).toEqual(['begins address']);
  await once(site.address.listen(site.port, '127.0.0.1'), 'listening');
  await site.look(3);
  expect(site.posted()).toEqual(['ends address']);
});

/** Makes a certificate that is valid for some days. */
async function makeCertificate(days: number) {
  const folder = await createTemporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key, '-out', cert];
  await run('openssl', ['req', '-x509', ...kind, '-days', `${days}`, ...name, ...files]);
  return { key: await readFile(key), cert: await readFile(cert, 'utf8') };
}

test.runIf(spawnSync('openssl', ['version']).status === 0)(
  'a certificate of 13 days is an alert, and its renewal ends it',
  async () => {
    const [old, renewed] = [await makeCertificate(14), await makeCertificate(90)];
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, old.cert, renewed.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
    const server = createServer(old, (_, response) => void response.end());
    const port = await listenOnLoopback(server);
    const site = await openCheckedSite({ PUBLIC_URL: `https://localhost:${port}` });
    expect(site.begun).toContain('begins certificate');
    await site.look(3);
    expect(site.posted()).toEqual([]);
    server.setSecureContext(renewed);
    await site.look(2);
    expect(site.posted()).toEqual(['ends certificate']);
  },
);

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0;

/** Mounts a disk of 600 MB. @returns its folder */
async function mountDisk(): Promise<string> {
  const mounted = 'mount -t tmpfs -o size=600m tmpfs /mnt && echo mounted && cat';
  const child = spawn('unshare', ['-rm', 'sh', '-c', mounted]);
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return `/proc/${child.pid}/root/mnt`;
}

test.runIf(canMount)('a disk that is filled is an alert, until it has room again', async () => {
  const disk = await mountDisk();
  const BACKUP_URL = join(disk, 'backups');
  await mkdir(BACKUP_URL);
  const site = await openCheckedSite({ BACKUP_URL });
  await fillDisk(disk, 150);
  await site.look(3);
  expect(site.posted()).toEqual(['begins disk']);
  await emptyDisk(disk);
  await site.look();
  expect(site.posted()).toEqual(['ends disk']);
});

test('a post is signed, and comes again until it is accepted', async () => {
  const site = await openCheckedSite();
  const { receiver } = site;
  receiver.status = 500;
  await rename(site.folder, `${site.folder}-gone`);
  await site.look(3);
  receiver.status = 200;
  await site.look();
  const [first, second, third, ...more] = receiver.received;
  expect(more).toEqual([]);
  if (!first || !second || !third) throw new Error('It was not posted three times.');
  expect(new Set([first, second, third].map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(isSigned(third, ALERT_SECRET)).toBe(true);
  expect(isSigned({ ...third, body: `${third.body} ` }, ALERT_SECRET)).toBe(false);
  expect(isSigned(third, 'another secret')).toBe(false);
  const seconds = Number(third.headers['webhook-timestamp']);
  expect(Math.abs(seconds - site.services.now() / 1000)).toBeLessThan(60);
  expect(JSON.parse(third.body)).toMatchObject({ type: 'site.alert.begins', check: 'backup' });
});

test('of two servers one notifies', async () => {
  const site = await openCheckedSite();
  const second = await createAppServer(site.services.config, {
    clocks: site.clocks,
    logDestination: { write: () => {} },
  });
  onTestFinished(() => second.close());
  await rename(site.folder, `${site.folder}-gone`);
  for (let nth = 0; nth < 4; nth += 1) {
    site.advanceClock(HOUR_MS / 6);
    const jobs = [site.services, second.services].map((each) => startSharedJob(each, 'site_check'));
    await Promise.all(jobs.map((stop) => stop()));
  }
  expect(site.posted()).toEqual(['begins backup']);
});

test('members who are no staff have no such setting, and are not notified', async () => {
  const site = await openCheckedSite();
  const member = await site.signedIn();
  const kindsOf = async (browser: typeof member) =>
    ((await browser.get(SETTINGS)).body['data'].kinds as { kind: string }[]).map(
      ({ kind }) => kind,
    );
  expect(await kindsOf(site.staff)).toContain('server');
  expect(await kindsOf(member)).not.toContain('server');
  expect(await titlesOf(member)).toEqual([]);
});
