import type * as z from 'zod/mini';

import { StaffNotification } from '#lib/contract/staff-notifications.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, toErrorBody, validationError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { checkNotification } from './notify-members.ts';

const FIELDS = ['to', 'role', 'town', 'key', 'title', 'content', 'link'] as const;

/** Reads the form of a notification; an empty field is not stated. */
export const readNotificationForm = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = form.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** A notification before it is sent: what it will be, or what is wrong with it. */
export interface NotificationPreview {
  input: StaffNotification | null;
  readers: number;
  errors: Record<string, string>;
}

async function countOrExplain(ctx: Ctx, input: StaffNotification): Promise<NotificationPreview> {
  try {
    return { input, readers: await checkNotification(ctx, input), errors: {} };
  } catch (error) {
    const { fields } = error instanceof AppError ? toErrorBody(error) : {};
    if (!fields) throw error;
    return { input: null, readers: 0, errors: fields };
  }
}

/** Looks at what was filled in, before it is sent. */
export async function previewNotification(
  ctx: Ctx,
  form: URLSearchParams,
): Promise<NotificationPreview> {
  const fields = { key: newId(), ...readNotificationForm(form) };
  const { success, data, error } = StaffNotification.safeParse(fields, { reportInput: true });
  if (success) return countOrExplain(ctx, data);
  const { fields: errors = {} } = toErrorBody(validationError((error as z.core.$ZodError).issues));
  return { input: null, readers: 0, errors };
}
