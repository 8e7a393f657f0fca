import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { openPlace } from '#lib/server/app/backup/backup-place.ts';
import { makeBackup } from '#lib/server/app/backup/make-backup.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { listenOnLoopback, openReceiver } from '#tests/support/server/http-receiver.ts';
import { freePort } from '#tests/support/server/port.ts';
import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';

import { startSharedJob } from './shared-jobs.ts';
import { openSite } from './site.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export const ALERT_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LOOK_MS = 10 * 60_000;

/** Opens what a site checks: a folder of backups, its own address, a mail server, and a receiver of alerts. */
async function openSurroundings() {
  const folder = join(await createTemporaryFolder(), 'backups');
  await mkdir(folder);
  const address = createServer((_, response) => void response.end());
  const port = await listenOnLoopback(address);
  const receiver = await openReceiver();
  const mailPort = await freePort();
  const mail = await openMailServer({}, mailPort);
  const settings = {
    ...PRODUCTION,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAIL_URL: mail.url,
    BACKUP_URL: folder,
    ALERT_URL: receiver.url,
    ALERT_SECRET,
  };
  return { settings, parts: { folder, address, port, mail, mailPort, receiver } };
}

/**
 * Opens a site that checks itself at noon, with a mail server, an address of its own, and a receiver of alerts. The
 * note about the disk of its backups is past.
 * @param settings further ones
 */
export async function openCheckedSite(settings: Record<string, string> = {}) {
  const { settings: own, parts } = await openSurroundings();
  const { folder, receiver } = parts;
  const site = await openSite({ ...own, ...settings });
  const { services } = site;
  site.advanceTo(12);
  const staff = await signedInStaff(site);
  /** Looks a number of times, every 10 minutes. */
  const look = async (times = 1) => {
    for (let nth = 0; nth < times; nth += 1) {
      site.advanceClock(LOOK_MS);
      await startSharedJob(services, 'site_check')();
    }
  };
  /** What the receiver got since the last call: `begins backup`. */
  const posted = () =>
    receiver.received.splice(0).map(({ body }) => {
      const { type, check } = JSON.parse(body) as { type: string; check: string };
      return `${type.replace('site.alert.', '')} ${check}`;
    });
  const listAlerts = async () =>
    (await staff.get('/api/admin/overview')).body['data'].alerts as Record<string, string>[];
  const backUp = async () => makeBackup(services, await openPlace(folder, services.config.dataDir));
  await backUp();
  await look(2);
  return { ...site, ...parts, begun: posted(), staff, look, posted, listAlerts, backUp };
}

/** Makes a file as large as a disk is to be filled. */
export const fillDisk = (folder: string, megabytes: number): Promise<void> =>
  writeFile(join(folder, 'filled'), Buffer.alloc(megabytes * 2 ** 20, 1));

export const emptyDisk = (folder: string): Promise<void> => rm(join(folder, 'filled'));
