// Stewards look after others: they post, request, agree and report on their behalf (docs/decisions/0090-stewards.md).
import { MAX_PEOPLE } from '#lib/contract/limits.ts';
import type {
  Choice,
  Steward,
  StewardInput,
  StewardRecord,
  Stewardships,
} from '#lib/contract/people/stewards.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import {
  findEnabledOrThrow,
  getMemberOrThrow,
  toAccount,
} from '#lib/server/people/members/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { findPerson } from '#lib/server/people/viewer/queries.ts';
import { lockStaffViewer, lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError, nameField, notFound } from '#lib/server/platform/errors.ts';
import { requireStaffViewer, requireViewer } from '#lib/server/platform/require-viewer.ts';

import { actAs } from './acting.ts';
import * as stewards from './queries.ts';

type Row = Omit<Awaited<ReturnType<typeof stewards.listPeople>>[number], 'contact_phone'>;

const toSteward = (row: Row): Steward => ({
  ...toAccount(row),
  begun_date: new Date(row.begun_at).toISOString(),
});

async function toStewardships(
  { db }: Ctx,
  memberId: string,
  steward: Row | undefined,
): Promise<Stewardships> {
  const people = await stewards.listPeople(db, memberId);
  return { steward: steward ? toSteward(steward) : null, people: people.map(toSteward) };
}

/** Gets the viewer's steward, and the people whom the viewer looks after. */
export async function getStewardships(ctx: Ctx): Promise<Stewardships> {
  const { id } = requireViewer(ctx);
  return toStewardships(ctx, id, await stewards.findStewardOf(ctx.db, id));
}

/** Lists the people whom the viewer looks after; none for a guest. */
export const listPeople = async ({ db, viewer }: Ctx): Promise<Choice[]> =>
  viewer
    ? (await stewards.listPeople(db, viewer.id)).map((row) =>
        Object.assign(toSteward(row), { has_phone: row.contact_phone !== null }),
      )
    : [];

/** The same for any member, for staff, who also see a disabled steward and can end the stewardship. */
export async function getStewardRecord(ctx: Ctx, memberId: string): Promise<StewardRecord> {
  requireStaffViewer(ctx);
  const steward = await stewards.findAnyStewardOf(ctx.db, memberId);
  return {
    ...(await toStewardships(ctx, memberId, steward)),
    consent: steward?.consent ?? null,
    consent_note: steward?.consent_note ?? '',
  };
}

async function findSteward(ctx: Ctx, given: string): Promise<string> {
  try {
    return (await getMemberOrThrow(ctx, given)).member_id;
  } catch (error) {
    throw error instanceof AppError ? nameField(error, 'steward') : error;
  }
}

/** Requires that a member, whose row is locked, can look after more people. Staff cannot make themselves stewards. */
export async function requireRoom(
  tx: Executor,
  { stewardId, actorId }: Record<'stewardId' | 'actorId', string>,
  more = 1,
): Promise<void> {
  if (stewardId === actorId) throw fieldError('steward', 'steward_is_actor');
  await findEnabledOrThrow(tx, stewardId).catch((error: unknown) => {
    throw error instanceof AppError ? nameField(error, 'steward') : error;
  });
  if ((await stewards.countPeople(tx, stewardId)) + more > MAX_PEOPLE)
    throw fieldError('steward', 'too_many_people');
}

/** A person, their steward, and the staff member. */
type Pair = Record<'actorId' | 'personId' | 'stewardId', string>;

/** Validates a pair whose rows are locked. */
async function checkPair(tx: Executor, { personId, stewardId, actorId }: Pair): Promise<void> {
  if (stewardId === personId) throw fieldError('steward', 'steward_self');
  const person = await findEnabledOrThrow(tx, personId);
  if (person.role === 'staff') throw new AppError('person_is_staff');
  await requireRoom(tx, { stewardId, actorId });
  // Otherwise both would act for each other.
  if ((await stewards.findStewardOf(tx, stewardId))?.member_id === personId)
    throw fieldError('steward', 'steward_mutual');
  if (await isBlocked(tx, personId, stewardId)) throw fieldError('steward', 'steward_blocked');
}

/** Logs a change of a stewardship: about the person, with the steward's id. */
const recordFor = (
  tx: Executor,
  act: 'member.steward_begun' | 'member.steward_ended',
  { actorId, personId, stewardId }: Pair,
  details = {},
): Promise<void> => {
  const target = { targetType: 'member', targetId: stewardId, memberId: personId } as const;
  return recordAct(tx, { actorId, act, ...target, details });
};

/** Makes a member the steward of a person who agreed to it, for staff. */
export async function beginStewardship(
  ctx: Ctx,
  personId: string,
  { steward, consent, consent_note }: StewardInput,
): Promise<void> {
  const { id: actorId } = authorizeAct(ctx, 'member.steward_begun');
  const stewardId = await findSteward(ctx, steward);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    // With the steward's row locked, concurrent stewardships are counted.
    await lockStaffViewer(ctx, tx, 'member.steward_begun', [personId, stewardId]);
    await checkPair(tx, { personId, stewardId, actorId });
    const pair = { steward_id: stewardId, person_id: personId };
    const given = { consent, consent_note, begun_by: actorId, begun_at: ctx.now() };
    if (!(await stewards.insertStewardship(tx, { ...pair, ...given })))
      throw new AppError('already_looked_after');
    await recordFor(tx, 'member.steward_begun', { actorId, personId, stewardId }, { consent });
    await ctx.notify(tx, { event: 'stewardship_begun', personId, stewardId });
  });
}

/** Makes a member the steward of new members who agreed on paper, as part of a transaction. */
export async function beginOnPaper(
  services: Services,
  tx: Executor,
  given: { personIds: string[]; stewardId: string; actorId: string; paper: string },
): Promise<void> {
  const { personIds, stewardId, actorId, paper } = given;
  const consent = 'paper';
  const begun = { consent_note: paper, begun_by: actorId, begun_at: services.now() } as const;
  for (const personId of personIds) {
    const pair = { steward_id: stewardId, person_id: personId };
    await stewards.insertStewardship(tx, { ...pair, ...begun, consent });
    await recordFor(tx, 'member.steward_begun', { actorId, personId, stewardId }, { consent });
    await services.notify(tx, { event: 'stewardship_begun', personId, stewardId });
  }
}

/**
 * Ends a stewardship, if there is one, as part of a transaction; those of the two who did not end it are notified.
 * @param pair `stewardId` is by default any
 * @param isNameless true after a block or an erasure: the notifications then contain no name
 */
export async function endIn(
  services: Services,
  tx: Executor,
  { actorId, personId, stewardId: only }: Omit<Pair, 'stewardId'> & Partial<Pair>,
  isNameless = false,
): Promise<void> {
  const ended = await stewards.deleteStewardship(tx, personId, only);
  if (!ended) return;
  const pair = { actorId, personId, stewardId: ended.steward_id };
  await recordFor(tx, 'member.steward_ended', pair);
  await services.notify(tx, { event: 'stewardship_ended', ...pair, isNameless });
}

/** Ends a stewardship between two members, one of whom blocks the other. */
export async function endBetween(
  services: Services,
  tx: Executor,
  actorId: string,
  otherId: string,
): Promise<void> {
  await endIn(services, tx, { actorId, personId: actorId, stewardId: otherId }, true);
  await endIn(services, tx, { actorId, personId: otherId, stewardId: actorId }, true);
}

/** Ends a person's stewardship, for staff. Repeating changes nothing. */
export async function endStewardship(ctx: Ctx, personId: string): Promise<void> {
  const { id: actorId } = authorizeAct(ctx, 'member.steward_ended');
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.steward_ended', [personId]);
    await endIn(ctx, tx, { actorId, personId });
  });
}

/** Ends the viewer's own stewardship. Repeating changes nothing. */
export async function endOwnSteward(ctx: Ctx): Promise<void> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await endIn(ctx, tx, { actorId: id, personId: id });
  });
}

/** Ends the viewer's stewardship of a person. Repeating changes nothing. */
export async function stopLookingAfter(ctx: Ctx, personId: string): Promise<void> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await endIn(ctx, tx, { actorId: id, personId, stewardId: id });
  });
}

/** A person whom the viewer looks after, and the context for acting on their behalf. */
export interface LookedAfter {
  person: Steward;
  acting: Ctx;
}

export async function getPerson(ctx: Ctx, personId: string): Promise<LookedAfter> {
  const { id } = requireViewer(ctx);
  const row = await findPerson(ctx.db, id, personId, ctx.now());
  const acting = row && (await actAs(ctx, personId));
  if (!row || !acting) throw notFound('member');
  return { person: toSteward(row), acting };
}
