import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import { findStopped } from '#lib/server/notifications/channels/email/stopped-addresses.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import {
  type ChannelCounts,
  countByChannel,
} from '#lib/server/platform/deliveries/count-by-channel.ts';
import { listDeferred } from '#lib/server/platform/deliveries/daily-emails.ts';
import { openMailer } from '#lib/server/platform/email/mailer.ts';

import { type Finding, type Look, ok, reasonOf, wrong } from './finding.ts';

const HOUR_MS = 3_600_000;
// Some addresses always stop working, and phones are off for days.
const MANY = 20;
// After three days, a message is dropped.
const MAX_HOURS = 24;

/** Connects to the mail server without sending. */
async function checkMailServer(config: Config): Promise<Finding> {
  if (!config.mailUrl)
    return wrong(
      'mail server',
      'none: emails go to files in DATA_DIR/mail, not to members: set MAIL_URL.',
    );
  try {
    await openMailer(config).verify();
  } catch (error) {
    return wrong('mail server', `it cannot be used (${reasonOf(error)}): check MAIL_URL.`);
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

const isOfEmail = ({ subject }: Finding): boolean => subject === 'email';

/** Checks the waiting and failed messages of each channel. */
async function checkChannels(db: Db, config: Config, now: number): Promise<Finding[]> {
  const isLimited = (await listDeferred({ db, config, now: () => now }, 'email')).length > 0;
  return (await countByChannel(db, config, now)).map((counts) =>
    isLimited && counts.channel === 'email' && counts.due > 0
      ? examineLimit(counts, now)
      : examine(counts, now),
  );
}

/** Checks whether emails go out. */
export const checkMail: Look = async ({ config, database, now }) => {
  const channels = database ? await checkChannels(database.db, config, now()) : [];
  return [await checkMailServer(config), ...channels.filter(isOfEmail)];
};

/** Checks the channels besides email. */
export const checkOtherChannels = async (db: Db, config: Config): Promise<Finding[]> =>
  (await checkChannels(db, config, Date.now())).filter((finding) => !isOfEmail(finding));

/** Reports the number of stopped addresses: a wave of them may be an error of the site. */
export const checkAddresses: Look = async ({ database }) => {
  if (!database) return [];
  const { addresses, waves, waiting } = await findStopped(database.db);
  const since = waves.at(-1)?.since;
  const stopped = since
    ? `${addresses} take no email, the first since ${since}`
    : 'none is stopped';
  if (waiting === 0) return ok('addresses', stopped);
  return wrong(
    'addresses',
    `${stopped}; ${waiting} more rejected emails on two days: look for address_not_stopped and email_failed in the log; when the mail server is right again, run \`resume-emails\`.`,
  );
};
