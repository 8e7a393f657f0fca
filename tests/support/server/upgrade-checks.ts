// What must hold after each end of an upgrade: link and data are old or new, and whole.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { VERSION } from '#lib/server/platform/config/version.ts';
import { findDamage } from '#lib/server/platform/db/maintenance.ts';

import { NEXT } from './fake-releases.ts';
import {
  DESPITE,
  supervisedBy,
  type UpgradedSite,
  type Writing,
  type Written,
} from './upgraded-site.ts';

/** Upgrades a site, which is watched for a short time. */
export const upgrade = (
  site: UpgradedSite,
  archive: string,
  options: string[] = [],
  kill: { killAt?: string } = {},
) =>
  site.glean(
    ['upgrade', archive, ...DESPITE, ...supervisedBy(site), '--watch', '6', ...options],
    kill,
  );

/** Goes back. */
export const rollback = (site: UpgradedSite, options: string[] = []) =>
  site.glean(['rollback', ...supervisedBy(site), ...options]);

/** Members go on writing, and stop; each acknowledged write must be there. @returns what was written */
export async function expectNoLoss(site: UpgradedSite, writing: Writing): Promise<Written> {
  const before = writing.acknowledged();
  await expect.poll(writing.acknowledged).toBeGreaterThan(before);
  return expectStored(site, await writing.stop());
}

/** Each acknowledged write must be there. @returns what was written */
export async function expectStored(site: UpgradedSite, written: Written): Promise<Written> {
  const stored = new Set(await site.listWritten());
  expect(written.acknowledged.filter((comment) => !stored.has(comment))).toEqual([]);
  return written;
}

/** The link names a whole release, and the data are whole. @returns the version that the link names */
export async function expectWhole({ home, current, listWritten }: UpgradedSite): Promise<string> {
  expect([VERSION, NEXT]).toContain(current());
  expect(existsSync(join(home, 'current/glean-itself'))).toBe(true);
  const file = join(home, 'data/glean.sqlite');
  if (existsSync(file)) expect(await findDamage(file, 'integrity_check')).toBeNull();
  await listWritten();
  return current();
}

/** The old version runs, and nothing is left of an upgrade. */
export async function expectAsBefore(site: UpgradedSite): Promise<void> {
  expect(await expectWhole(site)).toBe(VERSION);
  expect(readdirSync(join(site.home, 'releases'))).toEqual([`glean-${VERSION}`]);
  expect(existsSync(join(site.home, 'data/rehearsal'))).toBe(false);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
}
