// The folders of an installed site: `releases/<name>`, and the link `current` to the one that runs.
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { UsageError } from '#scripts/operator/command.ts';
import { SIGNATURE, SUMS } from '#scripts/release/signature.ts';
import { CURRENT } from '#scripts/setup/site-files.ts';

import { runCommand } from './run-command.ts';

const NAME = /^glean-\d+\.\d+\.\d+[\w.-]*$/;
const UNPACKED = '.unpacking';
const ARCHIVE = '.archive';

/** @param name of its folder, e.g. `glean-0.2.0` */
export const releaseFolder = (home: string, name: string): string => join(home, 'releases', name);

/** @returns the command of a release */
export const gleanOf = (home: string, name: string): string =>
  join(releaseFolder(home, name), 'glean');

/** @returns the name of the release that the link names @throws UsageError when there is no link */
export function readCurrent(home: string): string {
  try {
    return basename(readlinkSync(join(home, CURRENT)));
  } catch {
    throw new UsageError(`There is no link ${join(home, CURRENT)}: \`glean setup\` makes it.`);
  }
}

/** @returns the version in the folder of a release */
export const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Makes names in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Points the link to a release in one step: at every moment it leads to the old release or to the new one. */
export function swapLink(home: string, name: string): void {
  const next = join(home, `.${CURRENT}`);
  rmSync(next, { force: true });
  symlinkSync(join('releases', name), next);
  renameSync(next, join(home, CURRENT));
  syncFolder(home);
}

/**
 * Copies an archive, and what is beside it, to where no other user can exchange it between check and use.
 * @returns the path of the copy
 */
export function takeArchive(home: string, archive: string): string {
  const to = releaseFolder(home, ARCHIVE);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { mode: 0o700 });
  for (const name of [basename(archive), SUMS, SIGNATURE]) {
    const path = join(dirname(archive), name);
    if (existsSync(path)) cpSync(path, join(to, name));
  }
  return join(to, basename(archive));
}

/**
 * Unpacks an archive beside the other releases.
 * @returns the folder, which is in its place once `placeRelease` has put it there
 * @throws UsageError for an archive that is no release, or cannot be read to its end
 */
export async function unpack(home: string, archive: string): Promise<string> {
  const to = releaseFolder(home, UNPACKED);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  try {
    await runCommand(['tar', '--no-same-owner', '-xf', archive, '-C', to]);
  } catch {
    throw new UsageError(`${basename(archive)} is not whole: fetch it again.`);
  }
  const [name = '', ...more] = readdirSync(to);
  const made = join(to, name);
  if (more.length > 0 || !NAME.test(name) || !existsSync(join(made, 'package.json')))
    throw new UsageError(`${basename(archive)} is no release: it has no folder glean-<version>.`);
  return made;
}

/** Gives an unpacked release its name, in the place of one that has it. */
export function placeRelease(home: string, made: string): void {
  const to = releaseFolder(home, basename(made));
  rmSync(to, { recursive: true, force: true });
  renameSync(made, to);
  syncFolder(join(home, 'releases'));
  removeUnpacked(home);
}

/** Deletes the copy of the archive, and the files of an unpacking that was killed. */
export function removeUnpacked(home: string): void {
  for (const name of [UNPACKED, ARCHIVE])
    rmSync(releaseFolder(home, name), { recursive: true, force: true });
}

/** Deletes releases but the named ones: each takes 260 MB. */
export function deleteOtherReleases(home: string, names: string[]): void {
  for (const name of readdirSync(join(home, 'releases')))
    if (NAME.test(name) && !names.includes(name))
      rmSync(releaseFolder(home, name), { recursive: true, force: true });
}

/** @returns the bytes that this user may write on a folder's disk */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Locks upgrades of a site until it is closed, or this process ends in any way.
 * @throws UsageError while another process has the lock
 */
export function lockUpgrades(home: string): Disposable {
  const lock = new DatabaseSync(join(home, 'upgrade.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new UsageError('Another upgrade or rollback is running: wait until it ends.');
  }
  return lock;
}
