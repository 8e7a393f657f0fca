// An upgrade that is killed at each of its steps, and what the next command makes of it: on both databases, and with
// versions that start at once, which the other tests have alone.
import { expect, test } from 'vitest';

import { VERSION } from '#lib/server/platform/config/version.ts';
import { type Defect, makeFakeRelease, NEXT } from '#tests/support/server/fake-releases.ts';
import { DIALECTS } from '#tests/support/server/operated-site.ts';
import { socketTool } from '#tests/support/server/systemd-unit.ts';
import {
  expectAsBefore,
  expectNoLoss,
  expectWhole,
  rollback,
  upgrade,
} from '#tests/support/server/upgrade-checks.ts';
import { startUpgradedSite } from '#tests/support/server/upgraded-site.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

const TEST_MS = 1_200_000;

const BEFORE_SWAP = [
  'signature',
  'doctor',
  'room',
  'unpack',
  'copy',
  'rehearse',
  'way back',
  'restore point',
];
const FROM_SWAP = ['swap', 'restart', 'start', 'watch'];

const makeRelease = async (defect: Defect = 'none', usableFrom = VERSION, isLight = true) =>
  makeFakeRelease(await createTemporaryFolder(), { defect, usableFrom, isLight });

const withSocket = test.runIf(socketTool);

withSocket.each(['light' as const, ...DIALECTS])(
  'on %s, killed at any step, it leaves link and data old or new, and the next command goes back',
  async (kind) => {
    const site = await startUpgradedSite(kind);
    const good = await makeRelease('none', VERSION, kind === 'light');
    const writing = await site.write();
    for (const killAt of BEFORE_SWAP) {
      expect(await upgrade(site, good, [], { killAt })).toMatchObject({ code: null });
      expect(await expectWhole(site)).toBe(VERSION);
      expect((await rollback(site)).out).toContain('was broken off');
      await expectAsBefore(site);
    }
    for (const killAt of FROM_SWAP) {
      expect(await upgrade(site, good, [], { killAt })).toMatchObject({ code: null });
      await expectWhole(site);
      // Killed before it has noted that it swaps, it has not.
      expect((await rollback(site)).out).toMatch(/broken off|start old +ok/);
      expect(await expectWhole(site)).toBe(VERSION);
    }
    expect((await expectNoLoss(site, writing)).rejected).toEqual([]);
  },
  TEST_MS,
);

withSocket(
  'a way back that is killed is finished by the next upgrade, which then goes on',
  async () => {
    const site = await startUpgradedSite('light');
    const bad = await makeRelease('unready');
    const writing = await site.write();
    for (const killAt of ['swap back', 'start old']) {
      expect(await upgrade(site, bad, [], { killAt })).toMatchObject({ code: null });
      await expectWhole(site);
    }
    expect(await upgrade(site, await makeRelease())).toEqual({
      code: 0,
      out: expect.stringMatching(/broken off.\nswap back +ok\nstart old +ok/),
    });
    await expectNoLoss(site, writing);
  },
  TEST_MS,
);

withSocket(
  'where the old version may not use the data, one that was killed goes on, and going back shows the loss',
  async () => {
    const site = await startUpgradedSite('light');
    const early = await upgrade(site, await makeRelease('none', NEXT));
    expect(early.out).toMatch(/way back +failed\n[^]+--one-way\.\nNothing was changed/);
    const writing = await site.write();
    const dead = await upgrade(site, await makeRelease('dies migrated', NEXT), ['--one-way']);
    expect(dead.out).toMatch(/\nrestore +ok[^]*\nstart old +ok/);
    await expectNoLoss(site, writing);
    const before = await site.listWritten();
    const good = await makeRelease('none', NEXT);
    await upgrade(site, good, ['--one-way'], { killAt: 'watch' });
    expect((await upgrade(site, good)).out).toMatch(/go on +ok {2}glean-9/);
    const later = await site.write();
    await expect.poll(later.acknowledged).toBeGreaterThan(2);
    const { acknowledged } = await later.stop();
    expect((await rollback(site)).out).toContain(`since: at least ${acknowledged.length} writes.`);
    expect(await expectWhole(site)).toBe(NEXT);
    expect(await rollback(site, ['--data'])).toMatchObject({ code: 0 });
    expect(await expectWhole(site)).toBe(VERSION);
    expect(await site.listWritten()).toEqual(before);
  },
  TEST_MS,
);

withSocket.each([
  ['dies', /\nstart +failed\nIt is not ready: it does not respond/],
  ['unready', /\nstart +failed\nIt is not ready: 503/],
  ['errors later', /\nwatch +failed[^]+\d+ of \d+ responses were errors/],
] as const)(
  'a version with the defect “%s” goes back, and loses no acknowledged write',
  async (defect, message) => {
    const site = await startUpgradedSite('light');
    const writing = await site.write();
    const { code, out } = await upgrade(site, await makeRelease(defect));
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(message) });
    expect(out).toMatch(/\nswap back +ok\nstart old +ok/);
    expect(await expectWhole(site)).toBe(VERSION);
    await expectNoLoss(site, writing);
  },
  TEST_MS,
);
