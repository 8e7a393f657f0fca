import { toId } from '#lib/contract/ids.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';

import { deleteAlert, pauseAlert } from './service.ts';

/** Deletes an alert, unless an earlier press of the button did. */
const deleteOnce = (ctx: Ctx, id: string): Promise<void> =>
  deleteAlert(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'alert_not_found')) throw error;
  });

/**
 * Performs the action of an alert's button: `pause`, `resume` or `delete`.
 * @throws AppError as the service; invalid for another button
 */
export async function changeAlert(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const action = form.get('action');
  const id = toId(form.get('alert_id') ?? '');
  if (!id) throw notFound('alert');
  if (action === 'delete') return deleteOnce(ctx, id);
  if (action !== 'pause' && action !== 'resume') throw new AppError('invalid');
  await pauseAlert(ctx, id, action === 'pause');
}
