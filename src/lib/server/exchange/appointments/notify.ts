// Who of the two hears of an appointment; of what, and when, its table says (`acts.ts`).
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type {
  AppointmentTable,
  Executor,
  StoredAppointment,
} from '#lib/server/platform/db/schema.ts';
import {
  type AppointmentNews,
  isNewsOfHalfDays,
  isNewsOfAmounts,
} from '#lib/server/platform/notification-events.ts';

interface News {
  /** null once erased */
  to: string | null;
  news: AppointmentNews;
  /** who caused it; the viewer, unless it is given */
  by?: string | null;
  /** the ids of later ones that end with it */
  more?: string[];
  /** the post, unless it is hidden from them */
  link?: string | null;
}

/** Notifies one of the two, once for each thing that happens. */
export async function notifyOf(
  services: Services & Partial<Ctx>,
  tx: Executor,
  appointment: StoredAppointment,
  { to, news, by, more, link = appointment.post_id }: News,
): Promise<void> {
  if (to === null) return;
  const notify = async (memberId: string, actorId: string | null) => {
    const about = { to: memberId, actorId };
    if (appointment.subject === 'amount' && isNewsOfAmounts(news))
      await services.notify(tx, {
        event: 'pickup_changed',
        pickup: appointment,
        news,
        link,
        more,
        ...about,
      });
    else if (appointment.subject === 'half_day' && isNewsOfHalfDays(news))
      await services.notify(tx, { event: 'booking_changed', booking: appointment, news, ...about });
  };
  await notify(to, by ?? services.viewer?.id ?? null);
  // Whose steward did it hears of it, too.
  const { id, stewardId } = services.viewer ?? {};
  if (id === undefined || stewardId === undefined || id === to) return;
  // Of others' appointments, as of those that share their truck or wait for their half day, they know nothing.
  if (id === appointment.owner_id || id === appointment.requester_id) await notify(id, stewardId);
}

/** @returns the other of the two */
export const otherOf = (
  { owner_id, requester_id }: Pick<AppointmentTable, 'owner_id' | 'requester_id'>,
  memberId: string | null,
): string | null => (owner_id === memberId ? requester_id : owner_id);

/** The same, from the viewer to the other. */
export const notifyOther = (
  ctx: Ctx,
  tx: Executor,
  appointment: StoredAppointment,
  news: AppointmentNews,
  more?: string[],
): Promise<void> =>
  notifyOf(ctx, tx, appointment, { to: otherOf(appointment, requireViewer(ctx).id), news, more });
