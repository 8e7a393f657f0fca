// Who acts for whom. Calls, forms and pages declare it (`actsFor`): `app/in-place.ts` is the table of it.
import { toId } from '#lib/contract/ids.ts';
import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { findPerson } from '#lib/server/people/viewer/queries.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import { hasStoppedSince } from './queries.ts';

/**
 * The rule who acts for whom: members for themselves, and a steward for the people they look after. It is looked at again in
 * each transaction that writes (`lockViewer`).
 * @returns the context in which the viewer acts in the person's place; null when they may not
 */
export async function actAs(ctx: Ctx, personId: string): Promise<Ctx | null> {
  const viewer = requireViewer(ctx);
  if (viewer.id === personId) return ctx;
  if (viewer.stewardId !== undefined) return null;
  const person = await findPerson(ctx.db, viewer.id, personId, ctx.now());
  if (!person) return null;
  const { member_id: id, role, language } = person;
  const inPlace = { id, role, language, account: toAccount(person) };
  return { ...ctx, viewer: { ...viewer, ...inPlace, stewardId: viewer.id } };
}

/** One of those between whom something is. */
interface Part {
  /** null for one who was erased */
  memberId: string | null;
  /** with whom a steward of theirs must have something to do: neither blocks the other */
  otherId?: string | null;
  /** and whom that steward has not stopped looking after since then, in milliseconds since 1970 */
  since?: number;
}

/** Whether a steward has no part in what is with another: one of them blocks the other, or they looked after that one, too. */
const hasNoPart = async (
  { db }: Ctx,
  stewardId: string,
  { otherId, since }: Part,
): Promise<boolean> => {
  if (!otherId) return false;
  if (await isBlocked(db, stewardId, otherId)) return true;
  return since !== undefined && hasStoppedSince(db, { stewardId, personId: otherId, since });
};

/**
 * The context in which the viewer sees and changes what is between some: as one of them, or else in the place of one whom they
 * look after, the first of these: one hand never holds both ends, also one after the other. Whom another blocks, or who
 * blocks them, has no part in it.
 */
export async function actAsOneOf(ctx: Ctx, parts: Part[]): Promise<Ctx> {
  const { id } = requireViewer(ctx);
  if (parts.some(({ memberId }) => memberId === id)) return ctx;
  for (const part of parts) {
    const acting = part.memberId && (await actAs(ctx, part.memberId));
    if (acting) return (await hasNoPart(ctx, id, part)) ? ctx : acting;
  }
  return ctx;
}

/**
 * @param given the id of a person; null or empty for the viewer
 * @returns the context in which the viewer acts for a person
 */
export async function actAsGiven(ctx: Ctx, given: string | null): Promise<Ctx> {
  if (!given) return ctx;
  const id = toId(given);
  const acting = id && (await actAs(ctx, id));
  if (!acting) throw new AppError('not_looked_after');
  return acting;
}

/**
 * One hand never holds both ends.
 * @param acting who asks something of a member: `by`, or a person in whose place they act
 */
export async function requireOtherHand(by: Ctx, acting: Ctx, memberId: string): Promise<void> {
  // That one asks nothing of oneself is another rule.
  if (memberId !== requireViewer(acting).id && (await actAs(by, memberId)))
    throw new AppError('one_hand');
}
