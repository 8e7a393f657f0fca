// Notifies members of an appointment; the rules are in `acts.ts`.
import type { Ctx, Services } from '#lib/server/platform/context.ts';
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
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

interface News {
  /** the recipient; null when erased */
  to: string | null;
  news: AppointmentNews;
  /** the member who caused it; by default the viewer */
  by?: string | null;
  /** the ids of later appointments that end with this one */
  more?: string[];
  /** the post, unless it is hidden from the recipient */
  link?: string | null;
}

/** Notifies a member of an appointment, once per event. */
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
  // When a steward acted, the viewer is notified, too.
  const { id, stewardId } = services.viewer ?? {};
  if (id === undefined || stewardId === undefined || id === to) return;
  // Viewers are not notified of other members' appointments, such as those that share a truck or wait for a half day.
  if (id === appointment.owner_id || id === appointment.requester_id) await notify(id, stewardId);
}

/** @returns the member of the appointment who is not `id` */
export const otherOf = (
  { owner_id, requester_id }: Pick<AppointmentTable, 'owner_id' | 'requester_id'>,
  memberId: string | null,
): string | null => (owner_id === memberId ? requester_id : owner_id);

/** Notifies the other member on behalf of the viewer. */
export const notifyOther = (
  ctx: Ctx,
  tx: Executor,
  appointment: StoredAppointment,
  news: AppointmentNews,
  more?: string[],
): Promise<void> =>
  notifyOf(ctx, tx, appointment, { to: otherOf(appointment, requireViewer(ctx).id), news, more });
