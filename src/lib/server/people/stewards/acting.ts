// Who acts on whose behalf. Calls, forms and pages declare it (`actsFor`), and `app/in-place.ts` implements it.
import { toId } from '#lib/contract/ids.ts';
import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { findPerson } from '#lib/server/people/viewer/queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { hasStoppedSince } from './queries.ts';

/**
 * The rule for acting: members act for themselves, and stewards for the people they look after. It is checked again
 * in each transaction that writes (`lockViewer`).
 * @returns the context in which the viewer acts for the person; null when not allowed
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

/** A member who takes part in something. */
interface Part {
  /** null when erased */
  memberId: string | null;
  /** the other member, whom no block may separate from the acting steward */
  otherId?: string | null;
  /** the steward must not have looked after the other member since this time, in milliseconds since 1970 */
  since?: number;
}

/**
 * Whether a steward may not act towards a member: a block separates them, or the steward also looked after that
 * member.
 */
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
 * The context in which the viewer sees and changes what several members take part in: as one of them, or else on
 * behalf of the first whom they look after. No one may act on both sides, not even one after the other. A block also
 * excludes the steward.
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
 * @returns the context in which the viewer acts for the person
 */
export async function actAsGiven(ctx: Ctx, given: string | null): Promise<Ctx> {
  if (!given) return ctx;
  const id = toId(given);
  const acting = id && (await actAs(ctx, id));
  if (!acting) throw new AppError('not_looked_after');
  return acting;
}

/**
 * Rejects acting on both sides.
 * @param acting the context of the request to the member; `by` itself, or on behalf of a person
 */
export async function requireOtherSide(by: Ctx, acting: Ctx, memberId: string): Promise<void> {
  // Requests to oneself are rejected elsewhere.
  if (memberId !== requireViewer(acting).id && (await actAs(by, memberId)))
    throw new AppError('one_hand');
}
