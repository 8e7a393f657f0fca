import { hiddenMembers } from '#lib/server/people/members/visibility-queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

/** Removes rows with members whom a block separates from the acting steward. */
export async function withoutHidden<T>(
  ctx: Ctx,
  rows: T[],
  membersOf: (row: T) => (string | null)[],
): Promise<T[]> {
  const { stewardId } = requireViewer(ctx);
  if (stewardId === undefined || rows.length === 0) return rows;
  const hidden = await hiddenMembers(ctx.db, stewardId).execute();
  const ids = new Set<string | null>(hidden.map(({ id }) => id));
  return rows.filter((row) => !membersOf(row).some((id) => ids.has(id)));
}
