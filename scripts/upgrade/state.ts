// What an upgrade has done so far, on disk, so that a later command finishes or undoes what was killed.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { syncFolder } from './layout.ts';

/**
 * The phases of an upgrade: what is there, and what the next `upgrade` or `rollback` does with an upgrade that ended
 * in it. In each, link and data are old or new, and whole.
 */
export const PHASES = {
  /** The link and the data are old; there may be a new folder in `releases`, and a copy of the data. */
  preparing: 'forget',
  /** The link is old or new, and so are the data. */
  swapping: 'go back',
  /** The link is old; the version that runs may be the new one. */
  returning: 'go back',
  /** The link is new. `rollback` goes back. */
  done: 'nothing',
  /** The link is old. */
  returned: 'nothing',
} as const;

/** An upgrade, as it is stored. */
export interface Upgrade {
  phase: keyof typeof PHASES;
  /** the names of releases */
  from: string;
  to: string;
  /** whether the old version may not use the data of the new one, or failed on them */
  isOneWay: boolean;
  /** what `restore` takes, made before the swap; and all that were there then */
  restorePoint: string;
  points: string[];
  /** the upgrade before, while this one has changed nothing */
  before: Upgrade | null;
}

const fileOf = (home: string): string => join(home, 'upgrade.json');

/** @returns the last upgrade, or null */
export function readUpgrade(home: string): Upgrade | null {
  try {
    return JSON.parse(readFileSync(fileOf(home), 'utf8')) as Upgrade;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Stores an upgrade: all of it or nothing, also in a power cut. */
export function writeUpgrade(home: string, upgrade: Upgrade): void {
  const partial = `${fileOf(home)}.partial`;
  writeFileSync(partial, `${JSON.stringify(upgrade)}\n`);
  const descriptor = openSync(partial, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(partial, fileOf(home));
  syncFolder(home);
}
