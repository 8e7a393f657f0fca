// Decides who is notified of stewardships.
import { listPeople } from '#lib/server/people/stewards/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import {
  type EventOf,
  STEWARD_NEWS,
  type StewardNews,
} from '#lib/server/platform/notification-events.ts';

import type { Notifier } from './channels/plan-deliveries.ts';
import { deliver, wordsOf } from './deliver.ts';
import { clearKeys } from './delivery-queries.ts';

const keyOf = (about: string, news: StewardNews): string => `steward ${about} ${news}`;

/** Removes an erased member from the keys of other members' notifications. */
export const forgetInKeys = (tx: Executor, memberId: string): Promise<void> =>
  clearKeys(
    tx,
    STEWARD_NEWS.map((news) => keyOf(memberId, news)),
  );

/**
 * Notifies one of the two; the latest event with the same other member replaces earlier ones. @param by the other;
 * null when unnamed
 */
const notifyOne = (
  services: Notifier,
  tx: Executor,
  to: string,
  news: StewardNews,
  { by, about }: { by: string | null; about: string },
): Promise<void> => {
  const dedupe_key = keyOf(about, news);
  const row = { ...wordsOf(`steward_${news}`), actor_id: by, dedupe_key };
  return deliver(services, tx, row, [{ member_id: to }], true);
};

/** Notifies both. */
export async function notifyOfSteward(
  services: Notifier,
  tx: Executor,
  { personId, stewardId }: EventOf<'stewardship_begun'>,
): Promise<void> {
  await notifyOne(services, tx, personId, 'begun', { by: stewardId, about: stewardId });
  await notifyOne(services, tx, stewardId, 'chosen', { by: personId, about: personId });
}

/** Notifies those who did not end it; after a block or an erasure, without a name. */
export async function notifyOfEndedSteward(
  services: Notifier,
  tx: Executor,
  { personId, stewardId, actorId, isNameless }: EventOf<'stewardship_ended'>,
): Promise<void> {
  const by = (id: string) => (isNameless ? { by: null, about: newId() } : { by: id, about: id });
  const ended = isNameless ? 'away' : 'ended';
  if (actorId !== personId) await notifyOne(services, tx, personId, ended, by(stewardId));
  if (actorId !== stewardId) await notifyOne(services, tx, stewardId, 'over', by(personId));
}

/** Notifies the people whom a steward looks after: the steward can no longer act for them, or can again. */
export async function notifyLookedAfter(
  services: Notifier,
  tx: Executor,
  stewardId: string,
  isEnabled: boolean,
): Promise<void> {
  const about = stewardId;
  for (const { member_id } of await listPeople(tx, stewardId))
    await (isEnabled
      ? notifyOne(services, tx, member_id, 'begun', { by: stewardId, about })
      : notifyOne(services, tx, member_id, 'away', { by: null, about }));
}
