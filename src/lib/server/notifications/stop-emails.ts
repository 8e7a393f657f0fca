import { toId } from '#lib/contract/ids.ts';
// The link in an email that stops those of its kind, without signing in (RFC 8058; docs/decisions/0072-deliveries.md).
import {
  isNotificationKind,
  type NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import { STOP_EMAILS_PATH } from '#lib/contract/paths.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Secrets } from '#lib/server/platform/secrets.ts';

import { findChoice, turnOff } from './reach-queries.ts';

/** Which emails of which member a link stops. */
interface Stopped {
  memberId: string;
  kind: NotificationKind;
}

const textOf = ({ memberId, kind }: Stopped): string => `${memberId}.${kind}`;

/** @returns the path of the page that stops emails of a kind; it works for as long as `SECRET` stays */
export function stopPath(secrets: Secrets, stopped: Stopped): string {
  const text = textOf(stopped);
  return `${STOP_EMAILS_PATH}/${text}.${secrets.sign('stop-emails', text)}`;
}

/** @returns what a token of such a path stops, or null where it was not made by this site */
export function readStopToken(secrets: Secrets, token: string): Stopped | null {
  const [id = '', kind = '', signature = ''] = token.split('.');
  const memberId = toId(id);
  if (!memberId || !isNotificationKind(kind)) return null;
  const stopped = { memberId, kind };
  return secrets.verify('stop-emails', textOf(stopped), signature) ? stopped : null;
}

/** Whether no more emails of the kind go to the member: they stopped them, or are not here any more. */
export async function isStopped({ db }: Services, stopped: Stopped): Promise<boolean> {
  const choice = await findChoice(db, { ...stopped, channel: 'email' });
  return !choice || choice.is_on === 0;
}

/**
 * Stops the emails that a link is about; repeating changes nothing, also when the member is erased.
 * @throws AppError notification_not_found
 */
export async function stopEmails(services: Services, token: string): Promise<void> {
  const stopped = readStopToken(services.secrets, token);
  if (!stopped) throw notFound('notification');
  await transact(services, { invalidates: [] }, (tx) =>
    turnOff(tx, { ...stopped, channel: 'email' }),
  );
}
