import { expect } from 'vitest';

import { startNightlyBackup } from '#lib/server/app/backup/nightly-backup.ts';
import type { Services } from '#lib/server/platform/context.ts';

import { openSite } from './site.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

interface LogLine {
  event: string;
  bytes?: number;
  files?: number;
  seconds?: number;
  problem?: string;
  remedy?: string;
}

/**
 * Opens a site with a location for backups.
 * @param url of the location; defaults to a new folder
 * @param settings further ones
 */
export async function openBackedUpSite(url?: string, settings: Record<string, string> = {}) {
  const folder = await createTemporaryFolder();
  const site = await openSite({ BACKUP_URL: url ?? folder, ...settings });
  const events = (name: string): LogLine[] =>
    site.log.map((line) => JSON.parse(line) as LogLine).filter(({ event }) => event === name);
  return { ...site, folder, events };
}

/** Lets a server make the due backup, and stops it after a number of log lines of an event. */
export async function runUntil(
  services: Services,
  lines: () => unknown[],
  count: number,
): Promise<void> {
  const stop = startNightlyBackup(services);
  await expect.poll(() => lines().length).toBe(count);
  await stop();
}
