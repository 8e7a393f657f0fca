import { PROFILE_CLOSED_DAYS } from '#lib/contract/moderation.ts';
import type { Profile } from '#lib/contract/profile.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { AppError } from '#lib/server/errors.ts';
import { findLastRemoval, findSuspension } from '#lib/server/moderation/decision-queries.ts';
import { formatDay } from '#lib/server/moderation/messages.ts';

const CLOSED_MS = PROFILE_CLOSED_DAYS * 86_400_000;

/** What others see of a member beside all that they wrote. */
type ShownField = 'avatar' | 'name';

/** @returns the end of the days after staff removed it; null when they did not, or have opened it again */
async function findEnd(ctx: Ctx, db: Executor, field: ShownField): Promise<number | null> {
  const since = ctx.now() - CLOSED_MS;
  const removedAt = await findLastRemoval(db, requireViewer(ctx).id, field, since);
  return removedAt === undefined ? null : removedAt + CLOSED_MS;
}

/**
 * Requires that staff have not just removed the viewer's photo or name: what is removed stays away.
 * @throws AppError avatar_closed, name_closed
 */
export async function requireOpen(ctx: Ctx, db: Executor, field: ShownField): Promise<void> {
  const end = await findEnd(ctx, db, field);
  if (end !== null) throw new AppError(`${field}_closed`, { value: formatDay(end) });
}

/** @returns until when the viewer cannot change photo and name, for which a suspension counts, too */
export async function listClosedFields(
  ctx: Ctx,
): Promise<Pick<Profile, 'avatar_closed_until' | 'name_closed_until'>> {
  const suspension = (await findSuspension(ctx.db, requireViewer(ctx).id, ctx.now())) ?? 0;
  const latest = async (field: ShownField) =>
    Math.max(suspension, (await findEnd(ctx, ctx.db, field)) ?? 0);
  const [avatar, name] = [await latest('avatar'), await latest('name')];
  return {
    ...(avatar > 0 && { avatar_closed_until: new Date(avatar).toISOString() }),
    ...(name > 0 && { name_closed_until: new Date(name).toISOString() }),
  };
}
