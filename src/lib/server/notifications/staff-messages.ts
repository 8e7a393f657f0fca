// Notifications that staff, operators and other systems write to members.
import type * as z from 'zod/mini';

import type { AdminNotification } from '#lib/contract/notifications/notifications.ts';
import {
  type NotificationPreview,
  readLink,
  type StaffAudience,
  StaffNotification,
} from '#lib/contract/notifications/staff-notifications.ts';
import { getPost } from '#lib/server/forum/posts/service.ts';
import { getResource } from '#lib/server/library/resources/service.ts';
import { hasAct } from '#lib/server/people/audit-log/queries.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { getMemberOrThrow } from '#lib/server/people/members/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import {
  AppError,
  fieldError,
  nameField,
  toErrorBody,
  validationError,
} from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { actingIdOf, requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import { broadcast, deliver } from './deliver.ts';
import * as audiences from './delivery-queries.ts';

function requireTown({ to, town }: StaffAudience): void {
  if (to === 'town' && !isTown(town ?? '')) throw fieldError('town', 'town_invalid');
}

/**
 * Validates a notification before it is sent.
 * @returns the number of its readers
 */
async function checkNotification(ctx: Ctx, input: StaffNotification): Promise<number> {
  const readers = await countReaders(ctx, input);
  await requireLinked(ctx, input.link);
  return readers;
}

/** Counts the members who would get a notification. */
export async function countReaders(ctx: Ctx, audience: StaffAudience): Promise<number> {
  requireStaffViewer(ctx);
  requireTown(audience);
  return audiences.countReaders(ctx.db, audience);
}

async function requireLinked(ctx: Ctx, link: string): Promise<void> {
  const { type, link_data } = readLink(link);
  if (link_data === null) return;
  const find = type === 'eduhub-published' ? getResource : getPost;
  await find(ctx, link_data).catch((error: unknown) => {
    throw error instanceof AppError ? nameField(error, 'link') : error;
  });
}

/** @returns the number of readers */
async function send(
  ctx: Ctx,
  tx: Executor,
  { key, title, content, link, ...readers }: StaffNotification,
): Promise<number> {
  const { to: audience, role = null, town = null } = readers;
  const words = { ...readLink(link), kind: 'staff', message: null, title, content } as const;
  const target = {
    audience,
    role: audience === 'role' ? role : null,
    town: audience === 'town' ? town : null,
  };
  const notifier = { ...ctx, causedBy: actingIdOf(ctx) };
  await broadcast(notifier, tx, { ...words, dedupe_key: `staff ${key}` }, target);
  return audiences.countReaders(tx, readers);
}

/**
 * Notifies all members, those with a role, or those of a town. Repeating with the same key changes nothing.
 * @returns the number of readers
 */
export async function notifyMembers(ctx: Ctx, input: StaffNotification): Promise<number> {
  const expected = await checkNotification(ctx, input);
  const isWide = input.to === 'everyone' || expected > 1;
  const act = isWide ? 'notification.sent' : 'notification.sent_to_one';
  const { id } = authorizeAct(ctx, act);
  await ctx.limits.consume(LIMITS.notifyMembers, id);
  const { key, to, role = null, town = null } = input;
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, act);
    const target = { targetType: 'notification', targetId: key } as const;
    if (await hasAct(tx, 'notification.sent', key)) return audiences.countReaders(tx, input);
    const readers = await send(ctx, tx, input);
    const details = { to, role, town, readers };
    await recordAct(tx, { actorId: id, act: 'notification.sent', ...target, details });
    return readers;
  });
}

const FIELDS = ['to', 'role', 'town', 'key', 'title', 'content', 'link'] as const;

/** Reads the form of a notification; empty fields are left out. */
export const readNotificationForm = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = form.get(name);
      return value ? [[name, value]] : [];
    }),
  );

async function countOrExplain(
  ctx: Ctx,
  input: StaffNotification,
): Promise<Omit<NotificationPreview, 'values'>> {
  try {
    return { input, readers: await checkNotification(ctx, input), errors: {} };
  } catch (error) {
    const { fields } = error instanceof AppError ? toErrorBody(error) : {};
    if (!fields) throw error;
    return { input: null, readers: 0, errors: fields };
  }
}

const parseForm = (values: Record<string, string>) =>
  StaffNotification.safeParse({ key: newId(), ...values }, { reportInput: true });

const toError = (error: unknown): AppError => validationError((error as z.core.$ZodError).issues);

export function requireNotification(form: URLSearchParams): void {
  const { success, error } = parseForm(readNotificationForm(form));
  if (!success) throw toError(error);
}

/** Previews a notification. */
export async function previewNotification(
  ctx: Ctx,
  form: URLSearchParams,
): Promise<NotificationPreview> {
  const values = readNotificationForm(form);
  const { success, data, error } = parseForm(values);
  if (success) return { values, ...(await countOrExplain(ctx, data)) };
  return { values, input: null, readers: 0, errors: toErrorBody(toError(error)).fields ?? {} };
}

/**
 * Sends a notification of an operator or another system.
 * @param idOrEmail the member's, or null for all members
 * @param actorId the staff member; null, the default, for an operator's command
 */
export async function createAdminNotification(
  services: Services,
  idOrEmail: string | null,
  notification: AdminNotification,
  actorId: string | null = null,
): Promise<void> {
  const memberId = idOrEmail && (await getMemberOrThrow(services, idOrEmail)).member_id;
  const { type } = notification;
  const words = { ...notification, kind: 'staff', message: null } as const;
  const notifier = { ...services, causedBy: actorId };
  await transact(services, { invalidates: [] }, async (tx) => {
    await (memberId
      ? deliver(notifier, tx, words, [{ member_id: memberId }])
      : broadcast(notifier, tx, words, { audience: 'everyone' }));
    const target = { targetType: 'notification', targetId: null } as const;
    await recordAct(tx, {
      actorId,
      act: 'notification.sent',
      ...target,
      memberId,
      details: { type },
    });
  });
}

export const LIMITS = defineLimits({
  notifyMembers: {
    what: 'notifications of one of staff to many members',
    points: 20,
    seconds: 3600,
  },
});
