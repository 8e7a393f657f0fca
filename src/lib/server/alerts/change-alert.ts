import { toId } from '#lib/contract/ids.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';

import { deleteAlert, pauseAlert } from './service.ts';

/** Deletes an alert, unless an earlier press of the button did. */
const deleteOnce = (ctx: Ctx, id: string): Promise<void> =>
  deleteAlert(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'alert_not_found')) throw error;
  });

function alertId(form: URLSearchParams): string {
  const id = toId(form.get('alert_id') ?? '');
  if (!id) throw notFound('alert');
  return id;
}

/** What the buttons of an alert do. */
export const ALERT_ACTIONS: Record<string, (ctx: Ctx, form: URLSearchParams) => Promise<unknown>> =
  {
    delete: async (ctx, form) => deleteOnce(ctx, alertId(form)),
    pause: async (ctx, form) => pauseAlert(ctx, alertId(form), true),
    resume: async (ctx, form) => pauseAlert(ctx, alertId(form), false),
  };
