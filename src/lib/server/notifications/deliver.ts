// Gives notifications to members: to a few at once, to many in batches.
import type { Services } from '#lib/server/platform/context.ts';
import type {
  BroadcastTable,
  Executor,
  MemberNotificationTable,
} from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { type Notifier, queueDeliveriesOf } from './channels/plan-deliveries.ts';
import { type Choices, listChoices, pickChoices } from './channels/reach-queries.ts';
import * as rows from './delivery-queries.ts';
import { addToInboxes, refreshInboxes } from './inbox/queries.ts';
import type { Details } from './news/message.ts';
import { type MessageName, MESSAGES } from './news/messages.ts';

/** The text: a message, or what staff wrote. */
export type Words = Pick<
  MemberNotificationTable,
  'type' | 'kind' | 'message' | 'title' | 'content'
>;

export const wordsOf = (message: MessageName): Words => {
  const { type, kind } = MESSAGES[message];
  return { type, kind, message, title: null, content: null };
};

type Facts = Pick<MemberNotificationTable, 'actor_id' | 'link_data' | 'dedupe_key'>;

/** A notification for one or more members; missing fields are null. */
type New = Words & Partial<Facts> & { details?: Details };

/** @returns the columns that all recipients share */
export const toRow = ({ now }: Pick<Services, 'now'>, { details, ...given }: New) => ({
  id: newId(),
  created_at: now(),
  actor_id: null,
  link_data: null,
  dedupe_key: null,
  details: details ? JSON.stringify(details) : null,
  ...given,
});

/** A recipient of a notification, with the columns that differ by recipient. */
export type Recipient = Pick<MemberNotificationTable, 'member_id'> &
  Partial<Pick<MemberNotificationTable, 'others' | 'comment_id' | 'first_comment_id'>>;

/**
 * Notifies members who want it: they did not turn its kind off, and no block separates them from its actor.
 * @param replaces whether it replaces the notification with the same key, read or not; otherwise that one stays, and
 *   none is added. Concurrent ones with the same key must then wait for each other: the caller has locked their
 *   subject
 */
export async function deliver(
  services: Notifier,
  tx: Executor,
  given: New,
  recipients: Recipient[],
  replaces = false,
): Promise<void> {
  if (recipients.length === 0) return;
  const row = toRow(services, given);
  const all = recipients.map(({ member_id }) => member_id);
  const wanting = await rows.listWanting(tx, row, all);
  if (wanting.size === 0) return;
  if (replaces && row.dedupe_key !== null)
    await rows.replaceGrouped(tx, row.dedupe_key, [...wanting.keys()], row.created_at);
  const those = recipients.filter(({ member_id }) => wanting.has(member_id));
  await deliverTo(services, tx, row, those, wanting);
}

/**
 * Notifies members who are known to want the notification, after those that it replaces were marked.
 * @param choices of the members, for the notification's kind
 */
export async function deliverTo(
  services: Notifier,
  tx: Executor,
  row: ReturnType<typeof toRow>,
  recipients: Recipient[],
  choices: Choices,
): Promise<void> {
  const empty = { others: 0, comment_id: null, first_comment_id: null };
  const unread = { ...row, ...empty, read_at: null, replaced_at: null };
  const added = recipients.map((recipient) => Object.assign({}, unread, recipient));
  const notified = await rows.insertNotifications(tx, added);
  await queueDeliveriesOf(services, tx, row, pickChoices(choices, notified));
  await refreshInboxes(tx, notified, row.id);
}

// In the publishing transaction.
const FIRST_BATCH = 200;
// On SQLite, requests wait for a batch.
const BATCH = 50;

/** Notifies the next members of a broadcast, and records the progress. @returns whether all are notified */
async function sendBatch(services: Notifier, tx: Executor, id: string): Promise<boolean> {
  await lockRows(tx, 'broadcasts', [id]);
  const row = await rows.findBroadcast(tx, id);
  if (!row) return true;
  const next = await rows.listNextMembers(tx, row, BATCH);
  const last = next.length === BATCH ? next.at(-1) : undefined;
  await (last ? rows.moveBroadcast(tx, id, last) : rows.deleteBroadcast(tx, id));
  await deliverBatch(services, tx, row, next);
  return last === undefined;
}

/** Notifies a batch of a broadcast's members. */
async function deliverBatch(
  services: Notifier,
  tx: Executor,
  row: BroadcastTable,
  memberIds: string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  const added = await rows.insertFromBroadcast(tx, row, memberIds);
  await queueDeliveriesOf(services, tx, row, await listChoices(tx, added, row.kind));
  await addToInboxes(tx, added, row.id);
}

type Audience = Pick<BroadcastTable, 'audience'> & Partial<Pick<BroadcastTable, 'role' | 'town'>>;

/**
 * Notifies an audience as of now: the first 200 members in this transaction, the others by a job (`sendBroadcasts`).
 * Each member is notified once, even when a server is killed.
 */
export async function broadcast(
  services: Notifier,
  tx: Executor,
  given: New,
  audience: Audience,
): Promise<void> {
  const row = { ...toRow(services, given), role: null, town: null, after_id: null, ...audience };
  const first = await rows.listNextMembers(tx, row, FIRST_BATCH);
  const after_id = first.at(-1) ?? null;
  if (first.length === FIRST_BATCH) await rows.insertBroadcast(tx, { ...row, after_id });
  await deliverBatch(services, tx, row, first);
}

/** Continues unfinished broadcasts. Safe on several servers at once, and when a server is killed. */
export async function sendBroadcasts(services: Services): Promise<void> {
  const notifier = { ...services, causedBy: null };
  for (const id of await rows.listBroadcasts(services.db))
    while (!(await transact(services, { invalidates: [] }, (tx) => sendBatch(notifier, tx, id))))
      await betweenBatches();
}
