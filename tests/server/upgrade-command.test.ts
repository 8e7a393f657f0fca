import { generateKeyPairSync } from 'node:crypto';
// `glean upgrade` and `glean rollback`, as an operator types them, while members write.
import { appendFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { VERSION } from '#lib/server/platform/config/version.ts';
import { SIGNATURE, signSums, SUMS } from '#scripts/release/signature.ts';
import {
  type Defect,
  makeFakeRelease,
  NEXT,
  writeKey,
} from '#tests/support/server/fake-releases.ts';
import { DIALECTS } from '#tests/support/server/operated-site.ts';
import { socketTool } from '#tests/support/server/systemd-unit.ts';
import {
  expectAsBefore,
  expectNoLoss,
  expectStored,
  expectWhole,
  rollback,
  upgrade,
} from '#tests/support/server/upgrade-checks.ts';
import { startUpgradedSite, supervisedBy } from '#tests/support/server/upgraded-site.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

// An upgrade starts a dozen processes.
const TEST_MS = 1_200_000;

const makeRelease = async (defect: Defect = 'none', usableFrom = VERSION) =>
  makeFakeRelease(await createTemporaryFolder(), { defect, usableFrom });

const withSocket = test.runIf(socketTool);

withSocket.each(DIALECTS)(
  'on %s a good version runs, goes back, and neither rejects nor loses a write',
  async (dialect) => {
    const site = await startUpgradedSite(dialect);
    const archive = await makeRelease();
    const writing = await site.write();
    expect(await upgrade(site, archive)).toEqual({
      code: 0,
      out: expect.stringContaining('goes back to glean-0.2.0, and loses nothing'),
    });
    expect(await expectWhole(site)).toBe(NEXT);
    const before = writing.acknowledged();
    await expect.poll(writing.acknowledged).toBeGreaterThan(before + 5);
    expect(await rollback(site)).toMatchObject({ code: 0 });
    expect(await expectWhole(site)).toBe(VERSION);
    expect((await expectNoLoss(site, writing)).rejected).toEqual([]);
    expect(await rollback(site)).toMatchObject({
      code: 1,
      out: expect.stringContaining('there is no upgrade to go back from'),
    });
  },
  TEST_MS,
);

withSocket.each(DIALECTS)(
  'on %s a version that fails on the copy changes nothing, and rejects no write',
  async (dialect) => {
    const site = await startUpgradedSite(dialect);
    const writing = await site.write();
    for (const [defect, message] of [
      ['always dies', 'It ended at its start.'],
      ['always unready', 'It is not ready: 503'],
      ['migration always throws', 'no_such_table'],
      ['migration drops', '/comments: 500'],
    ] as const) {
      const { code, out } = await upgrade(site, await makeRelease(defect));
      expect({ defect, code, out }).toMatchObject({
        code: 1,
        out: expect.stringContaining(message),
      });
      expect(out).toMatch(/\nrehearse +failed\n[^]+\nNothing was changed.\n$/);
      await expectAsBefore(site);
    }
    expect((await expectNoLoss(site, writing)).rejected).toEqual([]);
  },
  TEST_MS,
);

withSocket.each(DIALECTS)(
  'on %s a version that fails on the site goes back, and loses no acknowledged write',
  async (dialect) => {
    const site = await startUpgradedSite(dialect);
    const writing = await site.write();
    for (const [defect, message] of [
      ['dies', /\nstart +failed\nIt is not ready: it does not respond/],
      ['migration throws', /\nstart +failed\nIt is not ready: it does not respond/],
      ['unready', /\nstart +failed\nIt is not ready: 503/],
      ['errors later', /\nwatch +failed[^]+\d+ of \d+ responses were errors/],
    ] as const) {
      const { code, out } = await upgrade(site, await makeRelease(defect));
      expect({ defect, code, out }).toMatchObject({ code: 1, out: expect.stringMatching(message) });
      expect(out).toMatch(/\nswap back +ok\nstart old +ok/);
      expect(await expectWhole(site)).toBe(VERSION);
    }
    await expectNoLoss(site, writing);
  },
  TEST_MS,
);

withSocket.each(DIALECTS)(
  'on %s a version whose data the old one may not use shows before what going back would lose',
  async (dialect) => {
    const site = await startUpgradedSite(dialect);
    const writing = await site.write();
    const early = await upgrade(site, await makeRelease('none', NEXT));
    expect(early.out).toMatch(/way back +failed\n[^]+--one-way\.\nNothing was changed/);
    await expectAsBefore(site);
    // It dies when it has migrated the site: what was before is restored, and nothing was acknowledged since.
    const dead = await upgrade(site, await makeRelease('dies migrated', NEXT), ['--one-way']);
    expect(dead.out).toMatch(/\nrestore +ok[^]+\nstart old +ok/);
    await expectStored(site, await writing.stop());
    const before = await site.listWritten();
    const upgraded = await upgrade(site, await makeRelease('none', NEXT), ['--one-way']);
    expect(upgraded).toMatchObject({ code: 0, out: expect.stringContaining('with a loss') });
    const later = await site.write();
    await expect.poll(later.acknowledged).toBeGreaterThan(2);
    const { acknowledged } = await later.stop();
    const stays = await rollback(site);
    expect(stays.out).toContain(
      `and loses what was written since: at least ${acknowledged.length} `,
    );
    expect(await expectWhole(site)).toBe(NEXT);
    expect(await rollback(site, ['--data'])).toMatchObject({ code: 0 });
    expect(await expectWhole(site)).toBe(VERSION);
    expect(new Set(await site.listWritten())).toEqual(new Set(before));
  },
  TEST_MS,
);

withSocket(
  'an archive that is not whole, not signed or not newer is not used',
  async () => {
    const site = await startUpgradedSite('sqlite');
    const archive = await makeRelease();
    const folder = dirname(archive);
    const signed = readFileSync(join(folder, SIGNATURE));
    const fail = async (options: string[] = []) => (await upgrade(site, archive, options)).out;
    rmSync(join(folder, SIGNATURE));
    expect(await fail()).toContain(`${SIGNATURE} is not beside the archive`);
    signSums(folder, writeKey(folder, generateKeyPairSync('ed25519').privateKey));
    expect(await fail()).toContain('is not by a key that this version trusts');
    writeFileSync(join(folder, SIGNATURE), signed);
    cpSync(archive, `${archive}.whole`);
    appendFileSync(archive, 'more');
    expect(await fail()).toContain('is not whole');
    cpSync(`${archive}.whole`, archive);
    truncateSync(archive, 1e6);
    expect(await fail(['--unsigned'])).toMatch(/signature +failed\n.+ is not whole/);
    rmSync(join(folder, SUMS));
    expect(await fail(['--unsigned'])).toMatch(/unpack +failed\n.+ is not whole/);
    const older = await makeFakeRelease(await createTemporaryFolder(), { version: '0.1.9' });
    expect((await upgrade(site, older)).out).toContain('0.1.9 is not newer than 0.2.0');
    const wrong = await site.glean(['upgrade', older, ...supervisedBy(site)]);
    expect(wrong.out).toContain('WRONG  mail server: none');
    await expectAsBefore(site);
  },
  TEST_MS,
);

test.runIf(socketTool && DIALECTS.includes('postgres'))(
  'on PostgreSQL there is no upgrade without a restore point',
  async () => {
    const site = await startUpgradedSite('postgres', { BACKUP_URL: '' });
    const { code, out } = await upgrade(site, await makeRelease());
    expect(code).toBe(1);
    expect(out).toMatch(/restore point +failed\nBACKUP_URL is not set.\nNothing was changed/);
    await expectAsBefore(site);
  },
  TEST_MS,
);
