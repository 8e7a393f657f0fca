import { SITE_CHECKS, type SiteCheckName } from '#lib/contract/app/site-checks.ts';

import { checkAddress, checkCertificate } from './check-address.ts';
import { checkBackup, checkBackupDisk } from './check-backup.ts';
import { checkClock } from './check-clock.ts';
import { checkAddresses, checkMail } from './check-deliveries.ts';
import { checkDisk } from './check-disk.ts';
import { attempt, type Finding, type Look, type Subject } from './finding.ts';

/** How each check of the site looks; its words are in the contract. */
const LOOKS: Record<SiteCheckName, Look> = {
  backup: checkBackup,
  backup_disk: checkBackupDisk,
  disk: checkDisk,
  mail: checkMail,
  addresses: checkAddresses,
  certificate: checkCertificate,
  clock: checkClock,
  address: checkAddress,
};

const NAMES = Object.keys(SITE_CHECKS) as SiteCheckName[];

/** Makes all checks of the site, for `doctor`, staff and their notifications. */
export const lookAtSite = (subject: Subject): Promise<[SiteCheckName, Finding[]][]> =>
  Promise.all(
    NAMES.map(async (name): Promise<[SiteCheckName, Finding[]]> => [
      name,
      await attempt(name.replace('_', ' '), LOOKS[name](subject)),
    ]),
  );
