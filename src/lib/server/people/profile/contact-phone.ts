// The number that the other of two sees once they agree: of members, and of people whose steward acts in their place.
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import { findContactPhone } from './queries.ts';

export async function requirePhone(ctx: Ctx, tx: Executor): Promise<void> {
  const { id, stewardId } = requireViewer(ctx);
  if (await findContactPhone(tx, id)) return;
  throw new AppError(stewardId === undefined ? 'contact_required' : 'number_needed');
}
