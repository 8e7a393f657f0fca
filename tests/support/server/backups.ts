import { readdirSync } from 'node:fs';

/** @returns the names of the backups in a folder, newest first */
export const listBackups = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^glean-.*\.(sqlite|dump)$/.test(name))
    .toSorted()
    .toReversed();
