import { type AppointmentMessage, MESSAGES_PAGE } from '#lib/contract/exchange/appointments.ts';
import { requireAct } from '#lib/server/exchange/appointments/acts.ts';
import { getAppointment } from '#lib/server/exchange/appointments/appointment.ts';
import { factsOf } from '#lib/server/exchange/appointments/facts.ts';
import { LIMITS } from '#lib/server/exchange/appointments/lock-appointment.ts';
import { notifyOther } from '#lib/server/exchange/appointments/notify.ts';
import { lockAppointment } from '#lib/server/exchange/appointments/queries.ts';
import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor, AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as queries from './queries.ts';

/** Lists the newest 50 messages of an appointment, oldest first. */
export async function listMessages(ctx: Ctx, appointmentId: string): Promise<AppointmentMessage[]> {
  await getAppointment(ctx, appointmentId);
  const { id } = requireViewer(ctx);
  const rows = await queries.listMessages(ctx.db, id, appointmentId, MESSAGES_PAGE);
  return rows.toReversed().map((row) => ({
    message_id: row.id,
    content: row.content,
    is_own: row.member_id === id,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

async function requireUnblocked(
  tx: Executor,
  { owner_id, requester_id }: AppointmentTable,
): Promise<void> {
  if (owner_id && requester_id && (await isBlocked(tx, owner_id, requester_id)))
    throw new AppError('pickup_ended');
}

/** @returns the idempotency key of a message form: submitting the form twice sends one message */
export const newMessageKey = (): string => newId();

/** A message with its idempotency key. */
interface NewMessage {
  content: string;
  idempotency_key: string;
}

/** Whether a message with this key was already sent. */
async function isSent(ctx: Ctx, appointmentId: string, { content, idempotency_key }: NewMessage) {
  const sent = await queries.findMessageByKey(ctx.db, requireViewer(ctx).id, idempotency_key);
  if (!sent) return false;
  if (sent.appointment_id !== appointmentId || sent.content !== content)
    throw new AppError('idempotency_key_reused');
  return true;
}

/**
 * Sends a message to the other member of an appointment, while the rules allow it (`acts.ts`). Repeating a key
 * changes nothing.
 */
export async function sendMessage(
  ctx: Ctx,
  appointmentId: string,
  message: NewMessage,
): Promise<AppointmentMessage[]> {
  await getAppointment(ctx, appointmentId);
  if (await isSent(ctx, appointmentId, message)) return listMessages(ctx, appointmentId);
  try {
    await storeMessage(ctx, appointmentId, message);
  } catch (error) {
    // The message exists after a concurrent request with the same key, or a commit whose response was lost.
    const isThere =
      isUniqueViolation(error, 'appointment_messages_key_idx') ||
      isDatabaseError(error, 'uncertain');
    if (!isThere || !(await isSent(ctx, appointmentId, message))) throw error;
  }
  return listMessages(ctx, appointmentId);
}

async function storeMessage(ctx: Ctx, appointmentId: string, message: NewMessage): Promise<void> {
  const { id: member_id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.sendMessage, actingIdOf(ctx));
  await ctx.events.subjectSeen(ctx, { noun: 'appointment', id: appointmentId });
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx);
    const pickup = await lockAppointment(tx, appointmentId);
    if (!pickup) throw new AppError('pickup_ended');
    requireAct('message', factsOf(ctx, pickup, pickup.owner_id === member_id));
    await requireUnblocked(tx, pickup);
    const row = { id: newId(), appointment_id: appointmentId, member_id, created_at: ctx.now() };
    await queries.insertMessage(tx, { ...row, ...message });
    await notifyOther(ctx, tx, pickup, 'message');
  });
}
