// The link in an email that stops its kind without a login (RFC 8058; docs/decisions/0072-deliveries.md).
import { toId } from '#lib/contract/ids.ts';
import { type EmailKind, isEmailKind } from '#lib/contract/notifications/notification-kinds.ts';
import { NOTIFICATION_SETTINGS_PATH, STOP_EMAILS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import {
  findChoice,
  findDigestChoice,
  stopDigests,
  turnOff,
} from '#lib/server/notifications/channels/reach-queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import type { Secrets } from '#lib/server/platform/secrets.ts';

import { toEmailLink } from './email-links.ts';

/** The member and the kind of emails that a link stops. */
interface Stopped {
  memberId: string;
  kind: EmailKind;
}

const textOf = ({ memberId, kind }: Stopped): string => `${memberId}.${kind}`;

/** @returns the path of the page that stops emails of a kind; valid while `SECRET` stays the same */
export function stopPath(secrets: Secrets, stopped: Stopped): string {
  const text = textOf(stopped);
  return `${STOP_EMAILS_PATH}/${text}.${secrets.sign('stop-emails', text)}`;
}

/** @returns the links and headers by which a member stops emails of this kind */
export const stopLinks = (
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  stopped: Stopped,
): NonNullable<Email['stop']> => ({
  label: t('mail.stop', { kind: stopped.kind }),
  url: `${config.publicUrl}${stopPath(secrets, stopped)}`,
  settingsUrl: toEmailLink(config, NOTIFICATION_SETTINGS_PATH),
});

/** @returns what a token stops, or null when this site did not sign it */
export function readStopToken(secrets: Secrets, token: string): Stopped | null {
  const [id = '', kind = '', ...rest] = token.split('.');
  const memberId = toId(id);
  if (!memberId || !isEmailKind(kind)) return null;
  // Only as signed, in its single valid spelling.
  const isSigned = secrets.verify('stop-emails', textOf({ memberId: id, kind }), rest.join('.'));
  return isSigned ? { memberId, kind } : null;
}

/** Whether emails of the kind are not sent: the member stopped them, or was deleted. */
export async function isStopped({ db }: Services, { memberId, kind }: Stopped): Promise<boolean> {
  if (kind === 'digest') {
    const own = await findDigestChoice(db, memberId);
    return !own || own.digest === 'never';
  }
  const choice = await findChoice(db, { memberId, kind, channel: 'email' });
  return !choice || choice.is_on === 0;
}

/** Stops the emails of a link; repeating changes nothing, even when the member is erased. */
export async function stopEmails(services: Services, token: string): Promise<void> {
  const stopped = readStopToken(services.secrets, token);
  if (!stopped) throw notFound('notification');
  const { memberId, kind } = stopped;
  await transact(services, { invalidates: [] }, (tx) =>
    kind === 'digest'
      ? stopDigests(tx, memberId)
      : turnOff(tx, { memberId, kind, channel: 'email' }),
  );
}

export const LIMITS = defineLimits({
  stopEmails: {
    what: 'presses on a link that stops emails, of a network',
    points: 60,
    seconds: 3600,
  },
});
