import { untilNow } from '#lib/server/backup/backup-place.ts';
import { openPlace } from '#lib/server/backup/open-place.ts';
import { type Config, errorText } from '#lib/server/config.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import { openMailer } from '#lib/server/email/open-mailer.ts';

import { type Finding, ok, wrong } from './finding.ts';
import { countOverdueEmails } from './queries.ts';

const HOUR_MS = 3_600_000;
// A night's backup may begin late.
const MAX_BACKUP_AGE_HOURS = 30;
const LOOPBACK = /^(127\.|::1$|localhost$)/;
const LOOPBACK_RULE = / (127\.|::1)/;

/**
 * Connects to the mail server, and sends nothing.
 * @param database with the queue; null when it cannot be used
 */
export async function checkEmail(database: Database | null, config: Config): Promise<Finding> {
  if (!config.mailUrl)
    return wrong('email', 'goes to files in DATA_DIR/mail, not to members: set MAIL_URL.');
  try {
    await openMailer(config).verify();
  } catch (error) {
    const reason = errorText(error).replaceAll(/\s+/g, ' ');
    return wrong('email', `the mail server cannot be used (${reason}): check MAIL_URL.`);
  }
  const count = database ? await countOverdueEmails(database.db, Date.now() - HOUR_MS) : 0;
  if (count > 0)
    return wrong(
      'email',
      `${count} emails wait for over an hour: look for email_failed in the log.`,
    );
  return ok('email', 'the mail server takes the name and password');
}

/** Checks the settings of the proxy; a proxy that sends wrong headers is in the log (`untrusted_proxy`). */
export async function checkProxy({ publicUrl, hosts, trustedProxies }: Config): Promise<Finding> {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hosts.every((host) => LOOPBACK.test(host));
  const trustsOthers = trustedProxies.rules.some((rule) => !LOOPBACK_RULE.test(rule));
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    return wrong(
      'proxy',
      `${publicUrl} sends passwords unencrypted: use a proxy that speaks TLS, and https in PUBLIC_URL.`,
    );
  if (protocol === 'https:' && !isLocal && !trustsOthers)
    return wrong(
      'proxy',
      'HOST is for a proxy on another machine, but none is trusted: set TRUSTED_PROXIES to its IP, or leave out HOST.',
    );
  const trusted = trustedProxies.rules.join(', ') || 'no proxy';
  return ok('proxy', `${publicUrl}, listens on ${hosts.join(' and ')}, trusts ${trusted}`);
}

/** Looks for the newest nightly backup. */
export async function checkBackup({ backupUrl, dataDir }: Config): Promise<Finding> {
  if (!backupUrl)
    return wrong(
      'backup',
      'none is made: set BACKUP_URL to a folder on another disk, or to a bucket.',
    );
  const place = await openPlace(backupUrl, dataDir);
  const backups = untilNow(await place.list(), Date.now()).filter(({ isUpgrade }) => !isUpgrade);
  const [newest] = backups;
  const remedy = 'run `backup`, and look for backup_failed in the log.';
  if (!newest) return wrong('backup', `there is none in ${place.label}: ${remedy}`);
  const hours = Math.floor((Date.now() - newest.time) / HOUR_MS);
  const text = `the newest of ${backups.length} is ${hours} hours old`;
  return hours > MAX_BACKUP_AGE_HOURS ? wrong('backup', `${text}: ${remedy}`) : ok('backup', text);
}
