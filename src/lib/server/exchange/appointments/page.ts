// The data of an appointment's page.
import type { Appointment, AppointmentMessage } from '#lib/contract/exchange/appointments.ts';
import { hasFigures } from '#lib/contract/exchange/subjects.ts';
import type { Sharing, Trip } from '#lib/contract/exchange/trips.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { getAppointment } from './appointment.ts';
import { isPlanned } from './facts.ts';
import { listMessages } from './messages/messages.ts';
import { findLastPlace } from './own-queries.ts';
import { listLeftOut } from './standing/make-rounds.ts';
import { listAgreedOf } from './standing/standing-queries.ts';
import { getSharing } from './trucks/near.ts';
import { getTrip } from './trucks/share.ts';

interface AppointmentPageData {
  appointment: Appointment;
  messages: AppointmentMessage[];
  /** days of rounds that the agreement misses, as too little is left */
  leftOut: string[];
  /** the exact place of the viewer's last appointment, when the viewer may state it for this one */
  lastPlace: string | null;
  /** trucks on the same route; null for subjects without figures */
  sharing: Sharing | null;
  /** the shared truck of the appointment */
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

/** Gets one of the viewer's appointments; under an agreement for each round, all that are agreed. */
export async function getWithRounds(ctx: Ctx, id: string): Promise<Appointment[]> {
  const appointment = await getAppointment(ctx, id);
  if (!isPlanned(appointment) || !appointment.standing) return [appointment];
  const ids = await listAgreedOf(ctx.db, appointment.standing.standing_id);
  return Promise.all(ids.map((each) => getAppointment(ctx, each)));
}
