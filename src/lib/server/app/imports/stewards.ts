import { findEnabledOrThrow } from '#lib/server/people/managed-members/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError, fieldError, nameField } from '#lib/server/platform/errors.ts';

import { countPeople } from './queries.ts';

/** So many people a steward looks after. */
const MOST_PEOPLE = 30;

/**
 * Requires that a steward can look after more people.
 * @param tx in which the steward is locked
 * @throws AppError member_disabled, import_steward_full
 */
export async function checkSteward(tx: Executor, stewardId: string, more: number): Promise<void> {
  await findEnabledOrThrow(tx, stewardId).catch((error: unknown) => {
    throw error instanceof AppError ? nameField(error, 'steward') : error;
  });
  if ((await countPeople(tx, stewardId)) + more > MOST_PEOPLE)
    throw fieldError('steward', 'import_steward_full');
}

/** Lets a steward look after people who agreed on paper. */
export async function beginStewardships(
  ctx: Ctx,
  tx: Executor,
  {
    stewardId,
    ids,
    paper,
    actorId,
  }: {
    stewardId: string;
    ids: string[];
    paper: string;
    actorId: string;
  },
): Promise<void> {
  if (ids.length === 0) return;
  const shared = { steward_id: stewardId, consent: 'paper', consent_note: paper } as const;
  const begun = { begun_by: actorId, begun_at: ctx.now() };
  await tx
    .insertInto('stewardships')
    .values(ids.map((person_id) => ({ ...shared, person_id, ...begun })))
    .execute();
}
