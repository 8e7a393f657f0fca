import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import { findStopped } from '#lib/server/notifications/channels/email/stopped-addresses.ts';
import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { listPending } from '#lib/server/platform/db/migrate.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import {
  type ChannelCounts,
  countByChannel,
} from '#lib/server/platform/deliveries/count-by-channel.ts';
import { listDeferred } from '#lib/server/platform/deliveries/daily-emails.ts';
import { openMailer } from '#lib/server/platform/email/mailer.ts';

/** The result of a check. */
export interface Finding {
  /** a note may be harmless */
  state: 'ok' | 'note' | 'wrong';
  /** the subject of the check, in one or two words */
  subject: string;
  /** one line: the state, or what to do */
  text: string;
}

export const ok = (subject: string, text: string): Finding => ({ state: 'ok', subject, text });

export const note = (subject: string, text: string): Finding => ({ state: 'note', subject, text });

/** @param text the problem, and what to do */
export const wrong = (subject: string, text: string): Finding => ({
  state: 'wrong',
  subject,
  text,
});

const HOUR_MS = 3_600_000;
// Some addresses always stop working, and phones are off for days.
const MANY = 20;
// After three days, a message is dropped.
const MAX_HOURS = 24;

/** Connects to the mail server without sending. */
export async function checkMailServer(config: Config): Promise<Finding> {
  if (!config.mailUrl)
    return wrong(
      'mail server',
      'none: emails go to files in DATA_DIR/mail, not to members: set MAIL_URL.',
    );
  try {
    await openMailer(config).verify();
  } catch (error) {
    const reason = errorText(error).replaceAll(/\s+/g, ' ');
    return wrong('mail server', `it cannot be used (${reason}): check MAIL_URL.`);
  }
  return ok('mail server', 'takes the name and password');
}

/** What many rejections by a channel may mean, and what to do. */
const WHEN_REJECTED: Record<Channel, string> = {
  email:
    'look for email_dropped in the log; if it names this site, set SPF, DKIM and DMARC ("Email" in docs/operations.md).',
  push: 'look for push_dropped in the log.',
  sms: 'look for sms_dropped in the log.',
};

function examine(
  { channel, due, oldest_due, deferred, retried, failed, rejected, expired }: ChannelCounts,
  now: number,
): Finding {
  const hours = Math.floor((now - (oldest_due ?? now)) / HOUR_MS);
  if (hours > 0)
    return wrong(
      channel,
      `${due} are due, the oldest for ${hours} hours: start the server, or look for delivery_worker_failed in its log.`,
    );
  if (retried > 0)
    return wrong(
      channel,
      `${retried} have been tried for over an hour: look for ${channel}_failed in the log.`,
    );
  if (rejected >= MANY)
    return wrong(channel, `${rejected} were rejected in a week: ${WHEN_REJECTED[channel]}`);
  if (expired >= MANY)
    return wrong(
      channel,
      `${expired} were too old before they could be sent, in a week: look for ${channel}_failed in the log.`,
    );
  return ok(channel, `${due + deferred} wait, ${failed} failed in a week`);
}

/** Emails that wait because of `EMAILS_PER_DAY` are not a failure, unless they will expire. */
function examineLimit({ due, oldest_due }: ChannelCounts, now: number): Finding {
  const hours = Math.floor((now - (oldest_due ?? now)) / HOUR_MS);
  const text = `${due} are due and wait, as EMAILS_PER_DAY is used up for now`;
  return hours < MAX_HOURS
    ? ok('email', text)
    : wrong(
        'email',
        `${text}, the oldest for ${hours} hours: raise it, with the plan of your relay.`,
      );
}

/** Reports the number of stopped addresses: a wave of them may be an error of the site. */
async function checkAddresses(db: Db): Promise<Finding> {
  const { addresses, waves, waiting } = await findStopped(db);
  const since = waves.at(-1)?.since;
  const stopped = since
    ? `${addresses} take no email, the first since ${since}`
    : 'none is stopped';
  if (waiting === 0) return ok('addresses', stopped);
  return wrong(
    'addresses',
    `${stopped}; ${waiting} more rejected emails on two days: look for address_not_stopped and email_failed in the log; when the mail server is right again, run \`resume-emails\`.`,
  );
}

/** Checks the waiting and failed messages of each channel, and the addresses that reject emails. */
export async function checkDeliveries(
  { db, ...database }: Database,
  config: Config,
): Promise<Finding[]> {
  // The next start creates the tables to read.
  const pending = await listPending({ db, ...database });
  if (pending?.includes('0054-failures'))
    return [ok('deliveries', 'not looked at before the next start')];
  const now = Date.now();
  const isLimited = (await listDeferred({ db, config, now: () => now }, 'email')).length > 0;
  const channels = (await countByChannel(db, config, now)).map((counts) =>
    isLimited && counts.channel === 'email' && counts.due > 0
      ? examineLimit(counts, now)
      : examine(counts, now),
  );
  return [...channels, await checkAddresses(db)];
}
