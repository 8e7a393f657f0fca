// The phone number that members of an appointment see once they agree; also of people for whom a steward acts.
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { findContactPhone } from './queries.ts';

export async function requirePhone(ctx: Ctx, tx: Executor): Promise<void> {
  const { id, stewardId } = requireViewer(ctx);
  if (await findContactPhone(tx, id)) return;
  throw new AppError(stewardId === undefined ? 'contact_required' : 'number_needed');
}
