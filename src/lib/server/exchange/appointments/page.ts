// An appointment with all that its page shows.
import type { Appointment, AppointmentMessage } from '#lib/contract/exchange/appointments.ts';
import { hasFigures } from '#lib/contract/exchange/subjects.ts';
import type { Sharing, Trip } from '#lib/contract/exchange/trips.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';

import { getAppointment } from './appointment.ts';
import { isPlanned } from './facts.ts';
import { listLeftOut } from './make-rounds.ts';
import { listMessages } from './messages/messages.ts';
import { findLastPlace } from './own-queries.ts';
import { listAgreedOf } from './standing-queries.ts';
import { getSharing } from './trucks/near.ts';
import { getTrip } from './trucks/share.ts';

/** An appointment with what the two wrote. */
interface AppointmentPageData {
  appointment: Appointment;
  messages: AppointmentMessage[];
  /** the days that are left out of what is agreed for each round */
  leftOut: string[];
  /** where exactly the viewer's last one was, while they may say where this one is */
  lastPlace: string | null;
  /** who goes the same way; null of what has no figures */
  sharing: Sharing | null;
  /** the shared truck that it comes with, or goes with */
  trip: Trip | null;
}

export async function getAppointmentPage(ctx: Ctx, id: string): Promise<AppointmentPageData> {
  const appointment = await getAppointment(ctx, id);
  const { standing, acts } = appointment;
  const sharing = hasFigures(appointment) ? await getSharing(ctx, id) : null;
  return {
    appointment,
    messages: await listMessages(ctx, id),
    leftOut: standing ? await listLeftOut(ctx, standing.standing_id) : [],
    lastPlace: acts.includes('place')
      ? await findLastPlace(ctx.db, requireViewer(ctx).id, id)
      : null,
    sharing,
    trip: sharing?.trip ? await getTrip(ctx, sharing.trip.trip_id) : null,
  };
}

/** Reads one of the viewer's appointments; of one of each round, all that are agreed. */
export async function getWithRounds(ctx: Ctx, id: string): Promise<Appointment[]> {
  const appointment = await getAppointment(ctx, id);
  if (!isPlanned(appointment) || !appointment.standing) return [appointment];
  const ids = await listAgreedOf(ctx.db, appointment.standing.standing_id);
  return Promise.all(ids.map((each) => getAppointment(ctx, each)));
}
