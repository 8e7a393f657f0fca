import { QUIET_HOURS } from '#lib/contract/notifications/notification-kinds.ts';
import type { Channel, ToMember } from '#lib/server/notifications/channels/channel.ts';
import { sendToMember } from '#lib/server/notifications/channels/email/send-email.ts';
import { changeSettings, takesEmail } from '#lib/server/notifications/channels/reach-queries.ts';
import { afterQuiet } from '#lib/server/notifications/channels/timing.ts';
import { PRIORITY } from '#lib/server/platform/deliveries/queries.ts';
import type { Email } from '#lib/server/platform/email/email.ts';

import { composeDigest } from './compose-digest.ts';
import { digestPace, isDigestDay } from './pace.ts';
import * as queries from './queries.ts';

const HOUR_MS = 3_600_000;
const EXPIRES_MS = 12 * HOUR_MS;

interface OfDigest {
  /** the day, YYYY-MM-DD */
  heard: string;
  reach: Awaited<ReturnType<typeof queries.listNextReaders>>[number];
  row: ToMember;
  facts: null;
}

/** The email with everything that a member has missed. */
export const DIGEST: Channel<Email, OfDigest> = {
  plan(day, reader, now) {
    if (!takesEmail(reader) || !isDigestDay(digestPace(reader, now).now, day)) return [];
    const { quiet_from: from, quiet_until: until } = reader;
    const run_at = afterQuiet(now, {
      from: from ?? QUIET_HOURS.from,
      until: until ?? QUIET_HOURS.until,
    });
    const what = { channel: 'email', priority: PRIORITY.digest, dedupe_key: 'digest' } as const;
    return [{ ...what, device_id: null, run_at, expires_at: run_at + EXPIRES_MS }];
  },

  words: (services, { member_id }) => composeDigest(services, member_id),

  send: (services, row, email) =>
    sendToMember(services, row, email, async () => {
      const { db, now } = services;
      const reader = await queries.findReader(db, row.member_id);
      const digest_since = reader?.digest_since ?? now();
      await changeSettings(db, row.member_id, { digest_sent_at: now(), digest_since });
    }),
};
