// The texts of stored notifications.
import type { Details } from '#lib/server/notifications/news/message.ts';
import { readMessage } from '#lib/server/notifications/news/messages.ts';

import type { NotificationRow } from './queries.ts';

/** @returns the facts that are stored with the notification */
export const detailsOf = ({ details }: Pick<NotificationRow, 'details'>): Details =>
  JSON.parse(details ?? '{}') as Details;

/** @returns the name of the member who caused a notification; empty when no member did */
export const nameOf = ({ first_name, last_name }: NotificationRow): string =>
  first_name === null ? '' : `${first_name} ${last_name ?? ''}`;

/** @returns the current text of a notification */
export function wordsOf(row: NotificationRow): { title: string; content: string } {
  const stored = { title: row.title ?? '', content: row.content ?? '' };
  if (row.message === null) return stored;
  const facts = {
    actor: nameOf(row),
    others: row.others,
    subject: row.post_title ?? row.guide_title ?? '',
    comment: row.comment,
    person: row.person ?? null,
    details: detailsOf(row),
  };
  return readMessage(row.message, facts) ?? stored;
}
