// A release's archive: the same files give the same bytes.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root } from '#scripts/lib/run.ts';

import { copyPackages, installPackages, type Processor } from './packages.ts';
import { listRunningFiles } from './running-files.ts';

/** What an archive is made with. */
interface ArchiveOptions {
  version: string;
  processor: Processor;
  /** the time of all its files, in seconds since 1970 */
  seconds: number;
  /** where the archive goes */
  folder: string;
}

/** @returns the name of a release's only folder */
const releaseName = (version: string): string => `glean-${version}`;

/** Sorted, of one owner, with one time, and modes that do not depend on who made it. */
const sameBytes = (seconds: number): string[] => [
  '--sort=name',
  '--format=gnu',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  `--mtime=@${seconds}`,
  '--mode=u=rwX,go=rX',
];

/** Puts what runs into a folder. */
function assemble(to: string, processor: Processor, installed: string): void {
  const { files, packages } = listRunningFiles();
  for (const file of files) {
    mkdirSync(join(to, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  copyPackages(packages, processor, installed, to);
  const command = join(to, 'glean');
  cpSync(join(root, 'scripts/release/glean.sh'), command);
  chmodSync(command, 0o755);
}

/**
 * Makes the archive of a processor from the built site.
 * @returns its name
 */
export function makeArchive({ version, processor, seconds, folder }: ArchiveOptions): string {
  const work = join(folder, `.${processor}`);
  rmSync(work, { recursive: true, force: true });
  const name = releaseName(version);
  const archive = `${name}-linux-${processor}.tar`;
  mkdirSync(join(work, name), { recursive: true });
  assemble(join(work, name), processor, installPackages(processor, join(work, 'packages')));
  execFileSync('tar', [...sameBytes(seconds), '-cf', archive, name], { cwd: work });
  // Without name and time.
  execFileSync('gzip', ['-n', archive], { cwd: work });
  renameSync(join(work, `${archive}.gz`), join(folder, `${archive}.gz`));
  rmSync(work, { recursive: true });
  return `${archive}.gz`;
}
