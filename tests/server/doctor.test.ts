import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { EMAIL_TO_ADDRESS, insertDeliveries } from '#lib/server/platform/deliveries/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import {
  createOperatedSite,
  DIALECTS,
  type OperatedSite,
} from '#tests/support/server/operated-site.ts';
import { runOn } from '#tests/support/server/postgres.ts';
import { runOperator } from '#tests/support/server/run-operator.ts';
import { databaseAddress } from '#tests/support/server/server-process.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';

const HOUR_MS = 3_600_000;
const SUBJECTS = [
  'database',
  'writes',
  'restore',
  'counters',
  'search index',
  'images',
  'push',
  'sms gateway',
  'dates',
  'backup',
  'backup disk',
  'disk',
  'mail server',
  'email',
  'addresses',
  'certificate',
  'clock',
  'address',
  'contact',
  'proxy',
  'permissions',
];

const subjectOf = (line: string) => line.slice(7, 21).trim();

/** Runs the doctor. @returns its exit code, and the line of each subject */
async function examine({ instance }: OperatedSite, settings: Record<string, string> = {}) {
  const { code, out } = await runOperator(instance, ['doctor'], settings);
  const lines = out.trimEnd().split('\n');
  return { code, of: Object.fromEntries(lines.map((line) => [subjectOf(line), line])) };
}

/** Starts a server that responds as a healthy site does. @returns its origin */
async function openHealthySite(): Promise<string> {
  const server = createServer((_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(DIALECTS)('on %s', (dialect) => {
  test('a healthy site is ok in every line', async () => {
    const site = await createOperatedSite(dialect);
    const bucket = await openFakeBucket();
    onTestFinished(() => bucket.close());
    const settings = {
      MAIL_URL: (await openMailServer()).url,
      BACKUP_URL: bucket.url,
      PUBLIC_URL: await openHealthySite(),
    };
    await site.operate(['backup'], settings);
    const { code, of } = await examine(site, settings);
    expect(Object.keys(of)).toEqual(SUBJECTS);
    const { contact, ...others } = of;
    for (const line of Object.values(others)) expect(line).toMatch(/^ok /);
    // The default contact of this repository.
    expect(contact).toMatch(/^WRONG.*hello@glean\.example is an example.*\/staff\/site/);
    expect(code).toBe(1);
  });

  test('wrong counters are found, and `recount` corrects them', async () => {
    const site = await createOperatedSite(dialect);
    await site.onDatabase(({ db }) => db.updateTable('posts').set({ likes_count: 9 }).execute());
    const { code, of } = await examine(site);
    expect(of['counters']).toMatch(/^WRONG.*posts\.likes_count of 2.*recount/);
    expect(code).toBe(1);
    expect(await site.operate(['recount'])).toBe('2 numbers were wrong and are right now.\n');
    expect((await examine(site)).of['counters']).toMatch(/^ok/);
  });

  test('a clock that is days off is found, and an operator confirms it', async () => {
    const site = await createOperatedSite(dialect);
    const mark_at = Date.now() - 3 * 24 * HOUR_MS;
    await site.onDatabase(({ db }) =>
      db
        .insertInto('clock_marks')
        .values([
          { effect: 'ends', mark_at },
          { effect: 'erases', mark_at },
        ])
        .execute(),
    );
    expect((await examine(site)).of['clock']).toMatch(/^WRONG.*72 hours after.*confirm-clock/);
    const today = regionDay(Date.now());
    expect(await site.fail(['confirm-clock', '2026-01-01'])).toContain(`clock says ${today}`);
    expect((await examine(site)).of['clock']).toMatch(/^WRONG/);
    expect(await site.operate(['confirm-clock', today])).toMatch(/is trusted from now on/);
    expect((await examine(site)).of['clock']).toMatch(/^ok/);
  });

  test('entries that wait for too long or failed too often are found, by channel', async () => {
    const site = await createOperatedSite(dialect);
    const now = Date.now();
    const delivery = (given: Partial<DeliveryTable>): DeliveryTable => ({
      ...EMAIL_TO_ADDRESS,
      id: newId(),
      encrypted_payload: null,
      created_at: now - 3 * HOUR_MS,
      run_at: now,
      expires_at: now + HOUR_MS,
      attempts: 0,
      ...given,
    });
    const queue = (...rows: DeliveryTable[]) =>
      site.onDatabase(async ({ db }) => {
        await db.deleteFrom('deliveries').execute();
        await insertDeliveries(db, rows);
      });
    const lines = async (settings = {}) => (await examine(site, settings)).of;
    await queue(delivery({ channel: 'push', run_at: now - 2 * HOUR_MS }));
    const { email, push } = await lines();
    expect(email).toMatch(/^ok .*0 wait, 0 failed/);
    expect(push).toMatch(/^WRONG.*1 are due, the oldest for 2 hours: start the server/);
    for (const [hours, expected] of [
      [2, /^ok .*1 are due and wait, as EMAILS_PER_DAY/],
      [25, /^WRONG.*the oldest for 25 hours: raise it/],
    ] as const) {
      await queue(delivery({ priority: 2, run_at: now - hours * HOUR_MS }));
      expect((await lines({ EMAILS_PER_DAY: '1' }))['email']).toMatch(expected);
    }
    await queue(delivery({ attempts: 9, run_at: now + HOUR_MS / 6 }));
    expect((await lines())['email']).toMatch(/^WRONG.*1 have been tried.*email_failed/);
    const failed = { channel: 'sms', failed_at: now, failure: 'rejected' } as const;
    await queue(...Array.from({ length: 20 }, () => delivery(failed)));
    expect((await lines())['sms']).toMatch(/^WRONG.*20 were rejected.*sms_dropped/);
    await queue(...Array.from({ length: 19 }, () => delivery({ ...failed, failure: 'expired' })));
    expect((await lines())['sms']).toMatch(/^ok .*0 wait, 19 failed/);
  });

  test('leftovers of a killed restore are named', async () => {
    const site = await createOperatedSite(dialect);
    if (dialect === 'sqlite') await writeFile(`${databaseAddress(site.instance)}.restored`, '');
    else await runOn(site.instance.databaseUrl, 'create schema glean_restoring');
    const { of } = await examine(site);
    expect(of['restore']).toMatch(/^WRONG.*restor.+ is left of one that was killed: delete it/);
  });

  test('missing or wrong things are reported with what to do', async () => {
    const site = await createOperatedSite(dialect);
    await site.onDatabase(async ({ db }) => {
      const post = await db.selectFrom('posts').select('id').executeTakeFirstOrThrow();
      const image_key = `${'A'.repeat(22)}-9x9`;
      await db
        .insertInto('attachments')
        .values({ post_id: post.id, position: 0, image_key })
        .execute();
      if (dialect === 'sqlite')
        await db
          .updateTable('posts')
          .set({ created_at: Date.now() + HOUR_MS })
          .execute();
    });
    await chmod(site.instance.dataDir, 0o755);
    const { code, of } = await examine(site, {
      MAIL_URL: 'smtp://127.0.0.1:9',
      BACKUP_URL: site.folder,
      PUBLIC_URL: 'https://glean.example',
      HOST: '0.0.0.0',
    });
    expect(code).toBe(1);
    expect(of['images']).toMatch(/^WRONG.*1 of 1 are missing/);
    expect(of['mail server']).toMatch(/^WRONG.*ECONNREFUSED.*check MAIL_URL/);
    expect(of['permissions']).toMatch(/^WRONG.*chmod 700/);
    expect(of['backup']).toMatch(/^WRONG.*there is none/);
    expect(of['proxy']).toMatch(/^WRONG.*set TRUSTED_PROXIES/);
    if (dialect === 'sqlite') expect(of['clock']).toMatch(/^WRONG.*NTP/);
  });
});

test('a missing database, and missing settings, are named', async () => {
  const site = await createOperatedSite('sqlite');
  const DATA_DIR = `${site.instance.dataDir}/none`;
  await mkdir(DATA_DIR);
  const { code, of } = await examine(site, { DATA_DIR });
  expect(code).toBe(1);
  expect(of['database']).toMatch(/^WRONG.*there is none/);
  expect(of['mail server']).toMatch(/^WRONG.*set MAIL_URL/);
  expect(of['backup']).toMatch(/^WRONG.*set BACKUP_URL/);
  expect((await examine(site)).of['mail server']).toMatch(/^WRONG.*set MAIL_URL/);
});

test('a silent SMS gateway, and one that accepts nothing, are found', async () => {
  const site = await createOperatedSite('sqlite');
  const settings = {
    SMS_URL: 'http://sms:password@127.0.0.1:9',
    SMS_WEBHOOK_SECRET: 'a long signing key',
  };
  const smsLine = async () => (await examine(site, settings)).of['sms gateway'];
  const hear = (hours: number) =>
    site.onDatabase(({ db }) =>
      db
        .updateTable('sms_gateway')
        .set({ heard_at: Date.now() - hours * HOUR_MS })
        .execute(),
    );
  expect((await examine(site)).of['sms gateway']).toMatch(/^ok.*SMS_URL is not set/);
  expect(await smsLine()).toMatch(/^WRONG.*never heard.*webhooks/);
  await hear(5);
  expect(await smsLine()).toMatch(/^WRONG.*5 hours ago.*phone/);
  await hear(1);
  expect(await smsLine()).toMatch(/^ok/);
  await site.onDatabase(({ db }) => {
    const created_at = Date.now() - 2 * HOUR_MS;
    const times = { created_at, run_at: Date.now(), expires_at: Date.now() + HOUR_MS };
    const row = { ...EMAIL_TO_ADDRESS, ...times, channel: 'sms', encrypted_payload: null } as const;
    const failed = { failed_at: Date.now() - HOUR_MS, failure: 'rejected' } as const;
    return insertDeliveries(db, [
      { ...row, id: newId(), attempts: 9 },
      { ...row, id: newId(), attempts: 1 },
      { ...row, id: newId(), attempts: 1, ...failed },
    ]);
  });
  expect((await examine(site, settings)).of['sms']).toMatch(/^WRONG.*2 have been tried/);
});

// The folder of the tests is on one of the two disks.
const OTHER_DISK = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

test('a backup on the disk of the data is a note, and none is an error', async () => {
  const site = await createOperatedSite('sqlite');
  const lines = async (BACKUP_URL: string) => (await examine(site, { BACKUP_URL })).of;
  const sameDisk = /^note .*backups is on the disk of the site’s data: mount its own disk, or set/;
  const before = await lines(site.folder);
  expect(before['backup']).toMatch(/^WRONG.*there is none in .*: run `backup`/);
  expect(before['backup disk']).toMatch(sameDisk);
  await site.operate(['backup', site.folder]);
  const after = await lines(site.folder);
  expect(after['backup']).toMatch(/^ok .*newest of 1 is 0 hours old/);
  expect(after['backup disk']).toMatch(sameDisk);
  const missing = await lines(`${site.folder}/none`);
  expect(missing['backup']).toMatch(/^WRONG.*There is no folder .*mount its disk/);
  expect(missing['backup disk']).toBeUndefined();
  if (!OTHER_DISK) return;
  const folder = await mkdtemp(join(OTHER_DISK, 'glean-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await site.operate(['backup', folder])).not.toContain('disk');
  expect((await lines(folder))['backup disk']).toMatch(/^ok /);
});

test('a note is not a failure, and the demo’s contact is none', async () => {
  const site = await createOperatedSite('sqlite');
  await site.operate(['backup', site.folder]);
  const settings = {
    BACKUP_URL: site.folder,
    MAIL_URL: (await openMailServer()).url,
    PUBLIC_URL: await openHealthySite(),
  };
  const { code, out } = await runOperator(site.instance, ['doctor', '--demo'], settings);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^note +backup/m) });
  expect(out).toMatch(/^ok +contact/m);
});
